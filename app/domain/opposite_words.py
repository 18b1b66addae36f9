"""The tables behind `opposites`: poles of an axis, and families whose members exclude one another."""

from typing import Final

# An axis a line: words of one pole | words of the other; _ is a blank.
ZH_AXES: Final = """
喜欢 喜爱 最爱 钟爱 热爱 爱吃 爱喝 爱看 爱听|讨厌 厌恶 反感 痛恨 嫌弃 恨透 害怕吃
升职 晋升 升了职 加薪 涨薪|失业 被裁 裁员 被辞退 降职 被开除 丢了工作 丢掉工作
入职|离职 辞职
搬进|搬出 搬走
变胖 胖了 长胖|变瘦 瘦了
涨价 涨了|降价 跌了
增加 变多|减少 变少
同意 赞成 支持 答应|反对 拒绝 不肯
赢 打赢 获胜|输 打输 落败
成功 通过|失败 挂科 落榜
结婚|离婚
在一起了 复合|分手
原谅|怨恨
记得 记住 想起|忘记 忘了 忘掉 忘
相信 信任|怀疑
高兴 开心 快乐 兴奋|难过 伤心 沮丧 痛苦
放心 安心|担心 焦虑
害怕 怕|胆大 无畏
好转 康复 痊愈|恶化 加重 复发
去世 过世 离世|康复 痊愈 出院
开门 打开|关门 关上
上班|下班
上车|下车
提前 早到|迟到 推迟
买了 买下|卖了 卖掉
安静|吵闹
容易|困难
便宜|昂贵
干净|肮脏 很脏
喜剧|悲剧
乐观|悲观
内向|外向
允许 准许 批准 同意|禁止 不许 不准 不让
赶上|错过
参加 出席|缺席 放弃
接受 收下 录用 录取|退回 拒收 被拒 退稿
开始|结束
还在 仍在 继续|停了 停掉 停止
上升 上涨|下降 下跌
单身 未婚|恋爱 已婚
戴着 戴上 戴了|摘下 摘掉 摘了
穿着 穿上|脱下 脱掉
热情|冷淡
勇敢|胆小 懦弱
诚实|撒谎 说谎
主动|被动
公开|隐瞒 保密
告诉 坦白|瞒着 隐瞒 瞒住
和好|闹翻 绝交 冷战
出国|回国
住院|出院
留下来|离开
加入|退出
表扬 夸奖 夸|批评 责备 骂
满意|失望
自信|自卑
安全|危险
健康|生病
熟悉|陌生
亲近|疏远
富裕 有钱|贫穷 没钱
借给|借走
早睡|熬夜
抽烟 吸烟|戒烟 戒了烟
喝酒|戒酒 戒了酒 滴酒不沾
"""
EN_AXES: Final = """
love loves loved adore adores adored like likes liked enjoy enjoys enjoyed|hate hates hated despise despises loathe loathes loathed dislike dislikes disliked detest detests can't_stand couldn't_stand can't_bear couldn't_bear
promoted promotion|fired demoted sacked unemployed layoff
hired|fired
joined|quit resigned left
moved_in|moved_out
gained|lost
won win wins|lost lose loses
passed|failed
married wedding|divorced divorce
together|apart
got_back_together made_up reconciled|broke_up split_up separated
improved improves better|worsened worsens worse deteriorated
remember remembers remembered|forgot forgets forget forgotten
trust trusts trusted|distrust distrusts doubts doubted
happy glad thrilled delighted excited|sad upset miserable heartbroken depressed devastated
afraid scared frightened|fearless brave
calm relaxed|anxious worried nervous
accepted accepts accept agreed agrees|refused refuses refuse declined rejected
died|recovered
bought buys|sold sells
early|late
easy|difficult hard
cheap|expensive
hot|cold
clean|dirty
introvert introverted|extrovert extroverted
optimistic|pessimistic
started starts began|stopped stops quit
opened opens open|closed closes shut
allow allows allowed lets permits permitted|forbid forbids forbade forbidden ban bans banned prohibits prohibited
catch catches caught attended made_it_to|miss misses missed skipped
increased increases rose rises went_up|decreased decreases fell drops dropped went_down
succeeded succeeds|failed fails
include includes included|exclude excludes excluded
support supports supported|oppose opposes opposed
praised praises complimented|criticised criticized criticises scolded
confident|insecure
satisfied proud|disappointed ashamed
safe|dangerous
healthy|sick ill
single|married engaged dating
honest|dishonest lied lying
generous|stingy
awake|asleep
kept keeps|threw_away gave_away
stayed stays|left leaves
public|secret
told|kept_it_from hid_it_from concealed
best favourite favorite|worst
more|less fewer
"""
# A family a line: members that exclude one another; spellings of one member joined by =.
ZH_FAMILIES: Final = """
爸爸=父亲=老爸=爸 妈妈=母亲=老妈=妈 爷爷=祖父 奶奶=祖母 外公=姥爷 外婆=姥姥 哥哥=大哥 弟弟 姐姐 妹妹 儿子 女儿 叔叔 伯伯=大伯=伯父 伯母 婶婶=婶 舅舅 舅妈 姑姑=姑妈 姑父 姨妈=大姨=小姨 姨父 阿姨 嫂子=嫂嫂 弟媳 姐夫 妹夫
岳父=丈人 岳母=丈母娘 公公 婆婆
侄子 侄女 外甥 外甥女 孙子 孙女 外孙 外孙女
继父=后爸 继母=后妈 养父 养母
表哥 表姐 表弟 表妹 堂哥 堂姐 堂弟 堂妹
丈夫=老公 妻子=老婆
男朋友=男友 女朋友=女友
猫=猫咪=小猫 狗=小狗=狗狗 兔子 仓鼠 鹦鹉 乌龟 金鱼
红色 蓝色 绿色 黄色 黑色 白色 紫色 粉色 灰色=灰 橙色
周一=星期一=礼拜一 周二=星期二=礼拜二 周三=星期三=礼拜三 周四=星期四=礼拜四 周五=星期五=礼拜五 周六=星期六=礼拜六 周日=周天=星期天=星期日=礼拜天=礼拜日
早上=早晨=清晨 上午 中午 下午 晚上=夜里=夜晚=傍晚=黄昏 凌晨
早饭=早餐 午饭=午餐 晚饭=晚餐
左边=左手=左腿=左脚=左眼 右边=右手=右腿=右脚=右眼
春天 夏天 秋天 冬天
暑假 寒假
上学期 下学期
立春 雨水 惊蛰 春分 清明 谷雨 立夏 小满 芒种 夏至 小暑 大暑 立秋 处暑 白露 秋分 寒露 霜降 立冬 小雪 大雪 冬至 小寒 大寒
每天=天天=每日 每周=每星期=每个星期=每个礼拜=每礼拜 每月=每个月=月月 每年=年年
幼儿园 小学 初中 高中 大学 研究生
春节=过年=大年初一 元宵=元宵节 清明 端午 七夕 中秋 重阳 除夕=年三十=大年夜 腊八 小年 元旦 情人节 妇女节 劳动节=五一 青年节 儿童节=六一 教师节 国庆=十一假期 万圣节 感恩节 平安夜 圣诞节=圣诞 跨年 母亲节 父亲节
咖啡 奶茶 啤酒 可乐
数学 英语 物理 化学 语文 历史
钢琴 吉他 小提琴 大提琴 架子鼓 古筝 二胡 琵琶 笛子 长笛 萨克斯 口琴
篮球 足球 羽毛球 乒乓球 网球 排球 棒球
日语=日文 韩语=韩文 英语=英文 法语 德语 西班牙语 俄语 粤语
拿铁 美式 卡布奇诺 摩卡
护士 律师 兽医 程序员 记者 警察 厨师 司机 会计 设计师 摄影师
苹果 香蕉 西瓜 草莓 葡萄 橘子 桃子 芒果 樱桃 榴莲 荔枝
玫瑰 向日葵 百合 牡丹 茉莉 栀子 月季 郁金香
白羊座 金牛座 双子座 巨蟹座 狮子座 处女座 天秤座 天蝎座 射手座 摩羯座 水瓶座 双鱼座
"""
EN_FAMILIES: Final = """
father=dad=daddy mother=mom=mum=mommy grandfather=grandpa=granddad grandmother=grandma=granny brother sister son daughter uncle aunt nephew niece grandson granddaughter stepfather=stepdad stepmother=stepmom=stepmum stepbrother stepsister father-in-law mother-in-law brother-in-law sister-in-law godfather godmother
husband wife
boyfriend girlfriend
cat=kitten=kitty dog=puppy rabbit=bunny hamster parrot turtle goldfish
red blue green yellow black white purple pink grey=gray orange
monday=mondays tuesday=tuesdays wednesday=wednesdays thursday=thursdays friday=fridays saturday=saturdays sunday=sundays
morning=mornings afternoon=afternoons evening=evenings
breakfast lunch dinner=supper
left right
every_day=daily=each_day every_week=weekly=each_week every_month=monthly=each_month every_year=yearly=annually=each_year
freshman=first-year sophomore junior senior
spring summer autumn=fall winter
kindergarten=preschool primary_school=elementary_school middle_school=junior_high high_school=secondary_school college=university=uni
new_year's_eve new_year's_day valentine's_day mother's_day father's_day easter thanksgiving halloween christmas_eve christmas=christmas_day boxing_day
dawn=sunrise noon=midday dusk=sunset midnight
coffee tea beer
maths=math physics chemistry biology history
piano guitar violin drums cello flute oboe clarinet trumpet saxophone harp ukulele
football=soccer basketball tennis volleyball baseball badminton rugby cricket hockey
japanese korean spanish french german italian russian portuguese arabic mandarin
nurse lawyer vet=veterinarian programmer journalist chef accountant architect photographer dentist plumber
apple banana watermelon strawberry=strawberries grape peach=peaches mango=mangoes cherry=cherries orange pear
rose sunflower lily=lilies tulip daisy=daisies orchid jasmine
"""
