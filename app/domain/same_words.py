"""The tables behind `frames`: words that say the same, and words that say nothing of the matter."""

from typing import Final

# Words of one meaning a line; _ is a blank. English ones are told in all their forms.
ZH_SAME: Final = """
和 跟 与 同 以及
喜欢 爱 喜爱 热爱 钟爱 偏爱
高兴 开心 快乐 欢喜 愉快 乐坏
难过 伤心 悲伤 难受 伤感
生气 发火 恼火 气坏 发脾气
害怕 怕 恐惧 畏惧
担心 担忧 发愁 忧虑
紧张 焦虑 忐忑
孤独 孤单 寂寞
讨厌 厌恶 反感
想 打算 准备 计划 想要 希望 盼望 渴望 期待 决定
觉得 认为 感到 感觉 以为
说 讲 告诉 提到 说起 聊起 谈起 透露 坦白 承认
答应 保证 承诺 许诺 约定 约好 说好
夸 称赞 赞美 表扬 夸奖
帮 帮忙 帮助 协助
送 送给 赠送 寄 寄给
买 购买 入手 买下
找 寻找 找到
看 观看 看见 看到 瞧见
遇到 遇见 碰到 碰见 撞见
想念 怀念 思念 惦记 挂念
待 呆 宅
吃 食用 吃掉 吃完 吃光
住 居住 租住
教 教会 辅导
学 学习 学会 念 读
做 弄 搞 干 制作
搬到 搬去 搬进 搬来 迁到
丢 弄丢 丢失 遗失 落下 落
工作 上班 任职 打工
当 担任 做
辞职 离职 辞呈 辞职信
去世 过世 离世 病逝
感冒 着凉 伤风
失眠 睡不着 睡不好
睡 睡觉 入睡
哭 流泪 掉眼泪 落泪
吵架 争吵 争执 吵嘴 闹矛盾
恋爱 谈恋爱
漂亮 好看 美 美丽
好吃 美味 可口
累 疲惫 疲倦
忙 忙碌 繁忙
便宜 实惠
安静 清静 宁静
老师 教师
医生 大夫
学校 校园
同事 同僚
朋友 好友
闺蜜 死党 好朋友 最好的朋友
邻居 街坊
孩子 小孩 宝宝 娃
爸爸 父亲 老爸 爸 爹
妈妈 母亲 老妈 妈 娘
父母 爸妈 爸爸妈妈 双亲
爷爷 祖父
奶奶 祖母
外公 姥爷
外婆 姥姥
妻子 老婆 太太 爱人
丈夫 老公 先生
男朋友 男友
女朋友 女友
家 家里 屋里 房间 屋子
房子 住处 住所 公寓
乡下 农村 乡村
城里 市区
餐馆 饭馆 餐厅 饭店
超市 便利店 商店
自行车 单车 脚踏车
汽车 车 车子 轿车
出租车 的士 计程车
地铁 轻轨
飞机 航班 班机
手机 电话
电脑 笔记本 笔记本电脑
电影 片子 影片
照片 相片
歌 歌曲 曲子
书 书籍 书本
小说 故事
礼物 礼品
衣服 衣裳
钱 钞票 现金
工资 薪水 薪资 月薪
番茄 西红柿
土豆 马铃薯
馄饨 抄手
医院 诊所
手术 开刀
比赛 竞赛
考试 测验
作业 功课
会议 开会
聚会 派对
旅行 旅游 出游
散步 遛弯 溜达
跑步 慢跑 晨跑
锻炼 健身 运动
唱歌 唱K
聊天 说话 谈话
时候 时 那会儿 期间 那年 那时候 那时
以前 从前 过去 之前
以后 之后 后来 今后 往后
最近 近来 这阵子 这段时间 这些天
晚上 夜里 夜晚 深夜 半夜 当晚
早上 早晨 清晨 一早 大清早
小时候 童年 儿时
一起 一块儿 一块 一同 共同
自己 独自 一个人 独自一人 亲自
经常 常常 时常 总是 老是 总 老
马上 立刻 立即 赶紧
突然 忽然
多 很多 许多 好多 不少
一些 一点 有点 有些
全家 全家人
漫长 很久 好久 许久
小猫 猫咪 猫
小狗 狗狗 狗
海边 海滩 大海 海
周 星期 礼拜
号 日
元 块 块钱
因为 由于
开始 起
但 但是 可是 不过 可
给 替 为
被 叫
允许 许 准 让 准许
在 于
到 至
用 使用
家乡 老家 故乡
梦想 愿望 理想 心愿
毛病 习惯
味道 口味
脾气 性格 性子
眼泪 泪水
蔬菜 青菜
甜品 甜点
冰淇淋 冰激凌 雪糕
面条 面
快递 包裹
消息 微信 信息 短信
生病 病了
发烧 发热
吃药 服药
结婚 成婚 领证
打扫 收拾 整理 清理
洗澡 冲澡 淋浴
做饭 下厨 烧饭 煮饭
逛街 购物
爬山 登山
画画 绘画
拍照 照相
养 饲养
种 栽
安慰 哄
陪 陪伴
照顾 照料
后悔 懊悔
骗 欺骗
相信 信任 信
记得 记住 记着
懂 明白 理解
放 搁
修 修理 维修
干净 整洁
害羞 腼腆
固执 倔 倔强
温柔 温和
努力 用功 刻苦
激动 兴奋
惊讶 吃惊 震惊
尴尬 难堪
烦 烦躁
着急 焦急 急
建议 劝
批评 骂 责备
合适 适合
一直 始终
仍然 依然
坏 碎 破
"""
EN_SAME: Final = """
like love enjoy adore be_fond_of be_keen_on be_into
want hope wish plan intend would_like would_love mean dream long
happy glad delighted thrilled pleased joyful overjoyed excited
sad upset unhappy down low heartbroken
angry mad furious annoyed cross
afraid scared frightened terrified fearful fear dread
worried anxious nervous concerned
tired exhausted worn_out
lonely alone by_herself by_himself on_her_own on_his_own
funny hilarious amusing
pretty beautiful lovely gorgeous
big large huge great
small little tiny young younger
elder older eldest
fast quick
smart clever bright intelligent
rich wealthy
difficult hard tough
awful terrible horrible dreadful
ill sick unwell
strange odd weird
noisy loud
quiet silent
messy untidy chaotic
old ancient
say tell mention admit explain claim confess
talk speak chat
promise swear vow give_one's_word
ask request
answer reply respond
think believe feel guess
begin start
finish complete end
buy purchase get acquire pick_up adopt
receive be_given
keep own have
choose pick select
call name christen
ring phone
repair fix mend
study learn
look watch see gaze
live stay reside
move relocate
leave quit resign forget
cry weep sob
argue quarrel fight row
hurry rush
praise compliment
bite chew
cook make prepare bake
show teach
help assist
travel trip journey
walk stroll
run jog
sleep nap
die died dies pass_away
proud take_pride
order tell
suggest recommend
post upload
vet veterinarian
job work position
boss manager
doctor physician
teacher tutor
flat apartment
house home place
room bedroom
lift elevator
taxi cab
bike bicycle
car auto
plane flight aeroplane airplane
film movie
photo picture photograph
song tune track
book novel
gift present
sofa couch
shop store
street road
town city village
country countryside
sea ocean seaside beach
forest wood
holiday vacation
autumn fall
evening night
child kid
father dad daddy
mother mom mum mommy mummy
grandfather grandpa granddad
grandmother grandma granny nana
husband hubby
wife missus
friend pal buddy mate
flatmate roommate housemate
colleague coworker co-worker
partner other_half
people folk person
cat kitten kitty
dog puppy pup
rabbit bunny
food meal dish
sweet candy
biscuit cookie
aubergine eggplant
dinner supper
trousers pants
sweater jumper pullover
mobile phone cellphone
laptop computer notebook
hospital clinic
operation surgery
needle injection shot
exam test examination
salary pay wage
money cash
university college uni
secondhand used second_hand second-hand
every each
sometimes occasionally
often frequently regularly
always constantly all_the_time
maybe perhaps
about around roughly approximately
again once_more
together with_each_other
close_to near next_to beside
tv television
soccer football
hometown birthplace
nightmare bad_dream
garden yard
lawyer attorney
subway metro underground tube
motorway highway freeway
rubbish trash garbage
wallet purse
jacket coat
fridge refrigerator
cold flu
fever temperature
medicine medication pills tablets
restaurant diner
pub bar
cinema theatre theater
game match
boat ship
backpack rucksack
glasses spectacles
goal ambition aim
mistake error
problem trouble issue
chance opportunity
kind nice friendly
shy timid
calm peaceful relaxed
tasty delicious yummy
wet soaked drenched
broken damaged
dirty filthy
clean tidy
sure certain
famous well-known
whole entire full all
show_up come
birthday birth_date
grow plant
because since
although though
till until
recently lately
immediately at_once right_away
"""
# Words that may be missing or stand for one another without a change of the matter.
ZH_LIGHT: Final = """
了 的 地 得 着 过 也 就 都 还 又 才 再 已经 已 曾 曾经 很 挺 太 真 好 特别 非常 十分 超级 真的 这 那 这个 那个 把 将 给 呢 吗 吧 啊 呀 哦
一直 一下子 一下 终于 总算 其实 原来 果然 到底 居然 竟然 当时 那次 那天 那时 现在 如今 目前 是 会 要 得 须 去 来 只 只是 仅 上 里 中 内 里面 上面 起来 下来 下去 出来 不停 大家 人人 所有人 每个人 所以 然后 而且 于是 个
"""
EN_LIGHT: Final = """
a an the this that these those my his her their our its your some any very really so too just also quite rather pretty even
only already now then be am is are was were been being has had having do does did doing will would shall of and but to at become became in on for by with
from as it there yes still yet actually finally currently later today one's who which
"""
# Words that leave a number, a time or a person open: they contradict none.
ZH_VAGUE: Final = "多 久 很久 几 些 一些 最近 刚 以前 以后 那 早 晚 早上 上午 中午 下午 晚上 每 ta 我 你 他 她 它 他们 她们 我们 对方 别人 某"
EN_VAGUE: Final = """
long while age ages several few many much some lot recently once other earlier often early late soon someday day i you he she it we they me him
her us them someone somebody something everyone everybody
"""
# After these and "to" something is done.
EN_WISHES: Final = """
want hope wish plan intend like love try learn begin start need have used able decide promise agree refuse forget remember manage
going afraid ready willing ask dare mean hate
"""
