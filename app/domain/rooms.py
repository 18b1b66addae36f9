"""The seven rooms: one table of labels, duty and brain region (seed: memory-palace, part one)."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Room:
    """A room's fixed facts. Decay, capacity and weights are a profile's numbers, not the room's."""

    key: str
    en: str
    zh: str
    duty_en: str
    duty_zh: str
    region_en: str
    region_zh: str


ROOMS: Final = (
    Room(
        "living_room",
        "Living room",
        "客厅",
        "everyday talk, the latest days",
        "日常闲聊",
        "hippocampus",
        "海马体",
    ),
    Room("bedroom", "Bedroom", "卧室", "intimacy, deep bonds", "亲密情感", "neocortex", "新皮质"),
    Room(
        "study",
        "Study",
        "书房",
        "work, learning, skills",
        "工作学习",
        "prefrontal cortex",
        "前额叶皮质",
    ),
    Room(
        "user_room",
        "User room",
        "用户房",
        "who the partner is",
        "用户个人信息",
        "temporo-parietal junction",
        "颞顶联合区",
    ),
    Room(
        "self_room",
        "Self room",
        "自我房",
        "who the character is becoming",
        "自我认同",
        "default mode network",
        "默认模式网络",
    ),
    Room(
        "attic",
        "Attic",
        "阁楼",
        "what is not yet digested",
        "未消化的困惑",
        "amygdala and hippocampus",
        "杏仁核-海马",
    ),
    Room(
        "windowsill",
        "Windowsill",
        "窗台",
        "hopes, goals, longings",
        "期盼与憧憬",
        "dopamine reward system",
        "多巴胺奖赏系统",
    ),
)
BY_KEY: Final = {room.key: room for room in ROOMS}
ROOM_KEYS: Final = tuple(BY_KEY)
