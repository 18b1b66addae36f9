"""The tables behind `things`: everyday words by kind, members of which exclude one another where one is told."""

from typing import Final

# A kind a line; spellings and near synonyms of one member joined by =, _ is a blank. Words that mean much else
# (hand, head, 花, 水) are left out, as are words for the kind itself (fruit, 水果).
ZH_KINDS: Final = """
荔枝 柚子 橘子=桔子 橙子 苹果 梨子=雪梨 桃子=水蜜桃 李子 杏子 葡萄 草莓 蓝莓 樱桃=车厘子 西瓜 哈密瓜=甜瓜 芒果 菠萝=凤梨 香蕉 柠檬 石榴 柿子 枇杷 杨梅 龙眼=桂圆 榴莲 山楂 山竹 猕猴桃=奇异果 火龙果 无花果 椰子 枣子=红枣=大枣 桑葚 甘蔗 橄榄
白菜 青菜=小青菜 菠菜 芹菜 韭菜 香菜 生菜 西兰花=花菜=菜花 萝卜=白萝卜 胡萝卜 土豆=马铃薯 番茄=西红柿 黄瓜 茄子 青椒=辣椒 南瓜 冬瓜 苦瓜 丝瓜 豆角=四季豆 豌豆 毛豆 莲藕=藕 山药 芋头 红薯=地瓜=番薯 玉米 蘑菇=香菇 木耳 竹笋=笋 豆芽 洋葱 荠菜 茼蒿
鲈鱼 鲫鱼 草鱼 鲤鱼 带鱼 黄鱼 三文鱼 鳕鱼 龙虾 螃蟹=大闸蟹 虾仁 生蚝 蛤蜊 鱿鱼 排骨 牛肉=牛腩=牛排 羊肉=羊排 猪肉=五花肉=红烧肉 鸡肉=鸡翅=鸡腿 鸭子=烤鸭 腊肉 香肠=腊肠 火腿
饺子=水饺 馄饨=抄手 包子=小笼包 馒头 粽子 汤圆=元宵 月饼 春卷 年糕 锅贴 烧麦 油条 煎饼 花卷 葱油饼 麻花 米糕 青团 腊八粥
打卤面 牛肉面=牛肉粉 酸辣粉 炸酱面 热干面 阳春面 拉面 担担面 刀削面 米线 螺蛳粉 乌冬面 凉皮 方便面=泡面 意面=意大利面 葱油面 番茄鸡蛋面 馄饨面 河粉
火锅 烧烤=烤串 麻辣烫 炒饭=蛋炒饭 咖喱 寿司 披萨=比萨 汉堡 炸鸡 沙拉 三明治 便当 小龙虾 酸菜鱼 水煮鱼 麻婆豆腐 宫保鸡丁 糖醋排骨 回锅肉
白粥=粥 鸡汤 排骨汤 鱼汤 绿豆汤 银耳汤=银耳羹 姜汤=姜茶 酸梅汤 豆腐汤 羊肉汤 冬瓜汤 萝卜汤 番茄汤
蛋糕 面包 饼干=曲奇 布丁 泡芙 蛋挞 冰淇淋=雪糕=冰激凌 巧克力 糖果 果冻 马卡龙 提拉米苏 甜甜圈 蛋卷 瓜子 薯片 爆米花 坚果=核桃 花生 栗子=板栗
咖啡=拿铁=美式 奶茶 可乐 雪碧 果汁=橙汁 豆浆 牛奶=热牛奶 酸奶 啤酒 红酒=葡萄酒 白酒 黄酒 米酒 威士忌 绿茶 红茶 白茶 黑茶 花茶 乌龙茶 普洱茶=普洱 龙井=龙井茶 茉莉花茶 菊花茶 柠檬水 汽水 热可可
盐 酱油 陈醋=米醋 辣椒酱 蜂蜜 果酱 芝麻酱 豆瓣酱 咖喱粉 花椒
薄荷 茉莉=茉莉花 罗勒 迷迭香 薰衣草 绿萝 吊兰 文竹 多肉 仙人掌 虎皮兰 龟背竹 君子兰 芦荟 水仙 月季 玫瑰 百合 郁金香 向日葵 康乃馨 菊花 牡丹 兰花 桂花 栀子花=栀子 绣球=绣球花 满天星 风信子 腊梅=梅花 樱花 桃花 梨花 荷花 海棠 三角梅 杜鹃 雏菊 常春藤 发财树 含羞草
梧桐 银杏 香樟=樟树 槐树 柳树 杨树 松树 枫树 榕树 桂花树 桃树 苹果树 梨树 石榴树 柿子树=柿树 枣树 樱花树 柏树 桑树 核桃树 枇杷树 玉兰
猫=猫咪=小猫=猫猫 狗=小狗=狗狗 兔子 仓鼠 鹦鹉 乌龟 金鱼 刺猬 蜥蜴 龙猫 荷兰猪 八哥 画眉
麻雀 燕子 喜鹊 乌鸦 鸽子 白鹭 天鹅 海鸥 猫头鹰 大雁 丹顶鹤 啄木鸟 野鸭 老鹰 孔雀 翠鸟
狐狸 松鼠 狮子 老虎 大象 长颈鹿 熊猫 猴子 海豚 鲸鱼 企鹅 河马 斑马 狼 鹿
蝴蝶 蜻蜓 蜜蜂 萤火虫 蚂蚁 蚊子 蜗牛 青蛙 知了=蝉 蟋蟀=蛐蛐 瓢虫 蜘蛛
爸爸=父亲=老爸=爹 妈妈=母亲=老妈 爷爷=祖父 奶奶=祖母 外公=姥爷 外婆=姥姥 哥哥=大哥 弟弟 姐姐 妹妹 叔叔=叔父 舅舅 舅妈 姑姑=姑妈 姑父 小姨=姨妈=阿姨 姨父 婶婶=婶子 伯父=大伯=伯伯 伯母 表哥 表姐 表弟 表妹 堂哥 堂姐 堂弟 堂妹
女儿 儿子 孙子 孙女 侄子 侄女 外甥 外甥女
老公=丈夫 老婆=妻子 前妻 前夫 男友=男朋友 女友=女朋友 前男友 前女友 岳父 岳母 婆婆 公公
室友=舍友 同事 同学=同桌 邻居 房东 老板=上司=领导 徒弟 师傅=师父 导师 客户 网友 会计 村长 校长 班长 组长 主管 秘书 实习生
面试官 医生=大夫 护士 老师=教师 律师 司机 警察 厨师 工程师 程序员 会计 设计师 摄影师 记者 编辑 木匠 电工 裁缝 理发师 快递员 外卖员 保安 保洁 店员 服务员 导游 渔民 农民 工人 军人 教练 店主 药剂师 地质队员 中学教师 图书管理员 翻译 作家 画家 演员 歌手 飞行员 消防员 水管工
水杯=杯子=茶杯=玻璃杯 台灯 花瓶 茶壶 水壶 盘子=碟子 筷子 勺子 铁锅 砂锅 菜刀 热水瓶=暖壶 相框 闹钟 镜子 笔筒 烟灰缸 保温杯
沙发 书架=书柜 衣柜 书桌=桌子 椅子 茶几 柜子 凳子 床头柜 餐桌 鞋柜 梳妆台 摇椅 屏风 地毯 窗帘
冰箱 洗衣机 空调 电视=电视机 微波炉 烤箱 电饭煲=电饭锅 热水器 吸尘器 空气炸锅 电风扇=风扇 加湿器 净化器 咖啡机 洗碗机 烘干机 缝纫机 打印机 收音机 投影仪 音响=音箱
手机 电脑=笔记本电脑 平板 相机=照相机 耳机 充电器 键盘 鼠标 手表 望远镜 计算器 充电宝 游戏机 录音机 u盘 电子书
钥匙 钱包 身份证 护照 雨伞=伞 帽子 围巾 手套 眼镜 口罩 背包=书包 行李箱=箱子 手提包 戒指 项链 耳环=耳钉 手镯=手链 胸针 发夹 领带 皮带 袜子 拖鞋 丝巾
裙子=连衣裙 毛衣 外套=大衣 衬衫=衬衣 牛仔裤 羽绒服 卫衣 西装 旗袍 睡衣 马甲 雨衣 t恤 短裤 运动服 汉服
运动鞋=球鞋 皮鞋 高跟鞋 凉鞋 靴子 布鞋 雨靴
钢琴 吉他 小提琴 大提琴 架子鼓 口琴 笛子 古筝 二胡 琵琶 尤克里里 萨克斯 手风琴 葫芦丝 陶笛 长笛
游泳 跑步 瑜伽 登山=爬山 骑车=骑行 滑雪 滑冰 跳绳 拳击 攀岩 冲浪 潜水 射箭 太极=太极拳 健身 徒步 普拉提 滑板 击剑 划船
篮球 足球 羽毛球 乒乓球 网球 排球 台球 保龄球 高尔夫 棒球
学车=学开车 学英语 学日语 学法语 学德语 学韩语 学西班牙语
英语 日语 法语 德语 韩语 西班牙语 俄语 意大利语 葡萄牙语 粤语
数学 物理 化学 语文 历史 地理 生物 政治
烘焙=烤蛋糕 插花 书法 国画 油画 水彩 素描 陶艺 编织=织毛衣 刺绣 剪纸 木工 摄影 象棋 围棋 麻将 扑克 桌游 钓鱼 拼图 手账 篆刻 皮具
戒酒 戒烟 戒糖 戒咖啡 戒网
地铁 公交=公交车 火车=高铁=动车 飞机 出租车=打车=的士 自行车=单车 摩托车 电动车 轮船 大巴 渡轮=轮渡 三轮车 缆车 有轨电车
拖拉机 收割机 采茶机 播种机 抽水机 发电机 挖掘机 割草机
发动机 化油器 变速箱 轮胎 电瓶 火花塞 刹车片=刹车 水箱 雨刷 方向盘 离合器 排气管 车灯 后视镜 车门
厨房 卧室 客厅 阳台 浴室=卫生间=厕所=洗手间 书房 地下室 阁楼 天台=楼顶 走廊 楼道 车库 院子 储藏室=储物间
图书馆 博物馆 美术馆 电影院 咖啡馆=咖啡厅=咖啡店 书店 超市 菜市场=菜场 医院 公园=湿地公园 动物园 植物园 水族馆=海洋馆 游乐园=游乐场 体育馆 健身房 邮局 银行 派出所 教堂 寺庙 墓地 火车站 机场 码头 花店 药店=药房 便利店 面包店 宠物医院=宠物店 琴行 花鸟市场 旧货市场 夜市 加油站 酒吧 网吧 茶馆 理发店 修车铺 五金店 裁缝店 电器城 剧院=剧场 音乐厅
大海=海边=海滩 沙漠 草原 森林 雪山 湖边 河边=江边 瀑布 温泉 古镇 峡谷 湿地 海岛
膝盖 肩膀 脚踝=左脚=右脚=脚 手腕=腕子 手肘 腰 脖子=颈椎 牙齿 胃 肚子 喉咙=嗓子 耳朵 眼睛 手指 脚趾 后背 小腿 大腿 额头 下巴
心脏 肝 肺 肾 胆囊 阑尾 甲状腺 胰腺 脑血管
感冒 发烧=发高烧 咳嗽 过敏 胃炎 肺炎 扁桃体炎 肠胃炎 骨折 扭伤 贫血 失眠 偏头痛 湿疹 鼻炎 中暑 糖尿病 高血压 关节炎 近视
老茧 伤疤 水泡 胎记 黑痣 皱纹 雀斑 淤青
橡皮筋 毛线 纽扣 塑料袋 鱼刺 硬币 回形针 头发 虫子 石子=石头 沙子 钉子 玻璃碴
下雨=大雨=暴雨=小雨 下雪=大雪=暴雪 刮风=大风=台风 起雾=大雾 冰雹 打雷=雷雨
红色 蓝色 绿色 黄色 黑色 白色 紫色 粉色=粉红色 灰色 橙色 棕色=咖啡色 米色 银色 金色
春天 夏天 秋天 冬天
早上=早晨=清晨 中午 下午 傍晚 凌晨
早饭=早餐 午饭=午餐 晚饭=晚餐 夜宵=宵夜
左手 右手
东边 西边 南边 北边
电影 话剧 音乐剧 歌剧 演唱会 音乐会 脱口秀 相声 画展=画展览 马戏 芭蕾
日记 小说 诗集 散文 童话 剧本 绘本 漫画
围裙 桌布 床单 枕头 被子 毛毯=毯子 抱枕 睡袋 毛巾 浴巾
铅笔 钢笔 毛笔 蜡笔 圆珠笔 马克笔 橡皮
木头 竹子 玻璃 陶瓷 塑料 皮革 丝绸 棉布 亚麻
涨工资=涨薪=加薪 降薪 升职 调岗 裁员
离婚 结婚 订婚 分手 复合
立春 雨水 惊蛰 春分 谷雨 立夏 小满 芒种 夏至 小暑 大暑 立秋 处暑 白露 秋分 寒露 霜降 立冬 小雪 大雪 小寒 大寒 除夕=大年三十=年三十 小年 腊八 初一 初二 初三 初四 初五 初六 初七 初八 中秋=中秋节 春节=过年 端午=端午节 元宵=元宵节 清明=清明节 重阳=重阳节 国庆=国庆节 圣诞=圣诞节 元旦 七夕 情人节 母亲节 父亲节 儿童节 冬至
一等奖 二等奖 三等奖 特等奖 优秀奖=鼓励奖 金奖=金牌 银奖=银牌 铜奖=铜牌
冠军 亚军 季军
摩羯座 水瓶座 双鱼座 白羊座 金牛座 双子座 巨蟹座 狮子座 处女座 天秤座 天蝎座 射手座
"""
EN_KINDS: Final = """
apple pear plum apricot peach cherry orange lemon lime grapefruit grape strawberry raspberry blackberry blueberry fig quince banana mango pineapple melon watermelon pomegranate kiwi rhubarb gooseberry cranberry tangerine=mandarin=clementine
potato carrot onion leek cabbage kale spinach lettuce broccoli cauliflower pea=peas bean tomato=tomatoes cucumber pumpkin squash zucchini=courgette eggplant=aubergine pepper beetroot=beet turnip parsnip radish mushroom celery garlic asparagus artichoke fennel sweet_potato
lentil barley rice oat=oatmeal quinoa couscous chickpea pasta=spaghetti=noodle polenta millet buckwheat
beef=steak pork lamb=mutton chicken duck turkey bacon ham sausage salmon trout cod tuna herring mackerel shrimp=prawn crab lobster mussel oyster tofu goose venison rabbit_stew
bread=loaf bun cake pie cookie=biscuit muffin croissant scone pancake=pancakes waffle doughnut=donut brownie tart pretzel bagel dumpling strudel pudding custard
rye sourdough wheat spelt cornbread baguette
stew=casserole soup salad curry chili sandwich pizza burger omelette=omelet risotto lasagna=lasagne sushi taco burrito roast quiche
coffee=espresso=cappuccino tea cocoa=hot_chocolate lemonade juice milk soda=cola
gin whiskey=whisky rum vodka brandy wine beer cider champagne tequila port sherry mead bourbon
honey jam butter marmalade cheese yogurt=yoghurt cream sugar salt vinegar mustard ketchup mayonnaise
poppy=poppy-seed sesame caraway cinnamon ginger vanilla chocolate almond walnut hazelnut peanut pistachio cardamom saffron nutmeg coconut
rose tulip lily=lilies daffodil daisy=daisies orchid sunflower lavender violet peony=peonies geranium hydrangea iris carnation lilac jasmine poppies chrysanthemum fern cactus ivy basil rosemary thyme mint sage parsley
oak maple birch willow pine beech elm ash_tree spruce cedar chestnut poplar alder sycamore hawthorn yew palm
cat=kitten=kitty dog=puppy rabbit=bunny hamster parrot turtle=tortoise goldfish canary=canaries ferret guinea_pig lizard snake gecko
sparrow swallow robin crow raven magpie pigeon=dove owl hawk eagle falcon heron swan seagull=gull goose=geese starling blackbird kingfisher woodpecker wren stork
fox=foxes squirrel deer badger hedgehog wolf=wolves bear moose otter beaver seal dolphin whale hare bat
horse=pony cow sheep goat pig donkey hen=chickens=rooster llama
butterfly=butterflies dragonfly bee wasp ant moth beetle spider cricket ladybird=ladybug mosquito firefly=fireflies snail frog toad
father=dad=daddy mother=mom=mum=mommy grandfather=grandpa=granddad grandmother=grandma=granny=nana brother sister son daughter uncle aunt=auntie nephew niece cousin
husband wife=wives ex-husband ex-wife boyfriend girlfriend fiancé=fiance fiancée=fiancee
mother-in-law father-in-law sister-in-law brother-in-law
landlord=landlady neighbour=neighbor flatmate=roommate=housemate colleague=coworker boss=manager apprentice
plumber electrician carpenter repairman mechanic gardener painter locksmith roofer doctor nurse dentist therapist=psychologist surgeon vet=veterinarian pharmacist midwife teacher lawyer accountant engineer journalist=reporter librarian baker butcher barber=hairdresser tailor florist waiter=waitress chef actor=actress firefighter policeman=policewoman=officer pilot sailor fisherman farmer geologist architect professor priest vicar rabbi imam monk nun pastor lighthouse_keeper innkeeper shepherd miller blacksmith judge soldier clerk translator dancer musician writer=author=novelist poet photographer cashier driver secretary programmer=developer scientist mayor bookbinder shoemaker=cobbler watchmaker=clockmaker sculptor singer violinist pianist optician undertaker postman=postwoman=mailman
knee shoulder ankle wrist elbow hip spine neck thumb toe shin thigh calf ear tooth=teeth jaw throat stomach=belly nose
kidney liver lung gallbladder appendix thyroid pancreas
meniscus tendon ligament cartilage
flu=influenza pneumonia bronchitis migraine measles chickenpox shingles asthma diabetes anaemia=anemia arthritis eczema tonsillitis concussion
blind deaf mute lame
oven=stove fridge=refrigerator freezer mixer kettle toaster dishwasher microwave blender washing_machine dryer vacuum_cleaner fan heater air_conditioner grill lamp radio television=tv sewing_machine iron_stove
thermocouple thermostat fuse valve gasket compressor fuse_box
sofa=couch bed desk table chair armchair shelf=shelves=bookshelf=bookcase wardrobe=closet dresser bench stool cupboard cabinet rug=carpet curtain lamp mirror
window door wall ceiling roof chimney staircase=stairs balcony fence gate
kitchen bedroom bathroom living_room dining_room cellar=basement attic garage storeroom=pantry hallway=corridor porch
boathouse greenhouse shed barn stable cottage cabin lighthouse windmill garage chapel warehouse workshop
library=libraries museum gallery cinema theatre=theater bakery=bakeries bookshop=bookstore pub=bar cafe=café restaurant hospital church=churches school university=college post_office bank pharmacy supermarket police_station gym stadium zoo aquarium airport harbour=harbor station hotel hostel casino laundromat courthouse
forest=woods beach desert mountain lake river waterfall canyon cave quarry meadow swamp island valley reservoir
car bus tram train taxi=cab bicycle=bike motorcycle=motorbike scooter ferry=ferries truck=lorry van airplane=plane helicopter boat=rowboat canoe=kayak sailboat
scarf=scarves glove=mitten hat=cap coat=jacket sweater=jumper=pullover dress skirt shirt=blouse jeans suit shoe boot slipper sandal sneaker=trainers sock belt tie apron umbrella
necklace bracelet earring brooch locket
wallet=purse passport key phone laptop camera headphones glasses=spectacles backpack=rucksack suitcase notebook
telescope microscope binoculars compass barometer
piano guitar violin cello drums flute clarinet trumpet saxophone harmonica accordion ukulele banjo harp oboe trombone mandolin
football=soccer basketball tennis badminton volleyball baseball hockey golf cricket rugby table_tennis=ping-pong
swimming jogging cycling yoga climbing skiing skating surfing boxing fencing pilates karate judo archery
chess checkers backgammon poker cards dominoes scrabble
knitting crochet pottery painting embroidery woodworking photography origami calligraphy quilting
comics novels poems=poetry essays cartoons screenplays
atlas=atlases bible dictionary=dictionaries cookbook encyclopedia hymnal almanac thesaurus textbook
glue paint ink mud sawdust flour plaster clay soot
letter postcard email=e-mail telegram parcel=package
poem novel short_story screenplay memoir diary
French German Spanish Italian Portuguese Russian Chinese Japanese Korean Arabic Dutch Polish Czech Welsh Swedish
maths=math physics chemistry biology history geography
red blue green yellow black white purple pink grey=gray orange brown beige turquoise silver
rain=raining snow=snowing fog hail sleet thunderstorm=storm
spring summer autumn winter
breakfast lunch dinner=supper
morning afternoon evening
christmas_eve new_year's_eve=hogmanay boxing_day new_year's_day valentine's=valentine mother's_day father's_day pancake_day=shrove_tuesday good_friday whitsun christmas easter thanksgiving halloween hanukkah diwali ramadan
wood=wooden glass steel copper brass plastic leather silk wool=woollen=woolen cotton linen
pencil pen brush crayon chalk marker
blanket pillow quilt towel sheet cushion sleeping_bag
hammer screwdriver drill wrench=spanner torch=flashlight ladder
"""
