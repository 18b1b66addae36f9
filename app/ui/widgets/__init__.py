"""Small parts that panels are made of; painters here are shared by widgets and delegates."""

from app.ui.widgets.bars import Bar, Meter, Part, paint_bar, paint_waterfall
from app.ui.widgets.buttons import Button, IconButton, LinkButton
from app.ui.widgets.card import Card
from app.ui.widgets.chip import Chip, chip_width, paint_badge, paint_chip
from app.ui.widgets.choice import Choice
from app.ui.widgets.empty import EmptyState, SkeletonRows, paint_skeleton
from app.ui.widgets.flow import FlowLayout
from app.ui.widgets.focus import FocusRing
from app.ui.widgets.head import Column, FactList, PanelHead
from app.ui.widgets.keycap import KeyCap, paint_key
from app.ui.widgets.lane import Lane, bar_width
from app.ui.widgets.lines import Mark, ProseLayout
from app.ui.widgets.menu import drop
from app.ui.widgets.prose import Prose
from app.ui.widgets.rows import (
    ROW_ROLE,
    Heading,
    RowList,
    RowsModel,
    paint_blank,
    paint_ground,
    paint_hairline,
    paint_heading,
    paint_ring,
)
from app.ui.widgets.rule import Rule
from app.ui.widgets.segmented import Segmented
from app.ui.widgets.text import Elided, Icon, Text, level, paint_elided, plain_tip
from app.ui.widgets.toast import Toast
from app.ui.widgets.toggle import Toggle

__all__ = [
    "ROW_ROLE",
    "Bar",
    "Button",
    "Card",
    "Chip",
    "Choice",
    "Column",
    "Elided",
    "EmptyState",
    "FactList",
    "FlowLayout",
    "FocusRing",
    "Heading",
    "Icon",
    "IconButton",
    "KeyCap",
    "Lane",
    "LinkButton",
    "Mark",
    "Meter",
    "PanelHead",
    "Part",
    "Prose",
    "ProseLayout",
    "RowList",
    "RowsModel",
    "Rule",
    "Segmented",
    "SkeletonRows",
    "Text",
    "Toast",
    "Toggle",
    "bar_width",
    "chip_width",
    "drop",
    "level",
    "paint_badge",
    "paint_bar",
    "paint_blank",
    "paint_chip",
    "paint_elided",
    "paint_ground",
    "paint_hairline",
    "paint_heading",
    "paint_key",
    "paint_ring",
    "paint_skeleton",
    "paint_waterfall",
    "plain_tip",
]
