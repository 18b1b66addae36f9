"""Words that carry grammar, not matter: a question made of them alone would find everything."""

from typing import Final

FUNCTION_CHARACTERS: Final = frozenset(
    "的了是在我你他她它们这那有和与就都而及或也不没很到说要去会着过把被让给对从向呢吗吧啊呀嘛哦嗯么个之其得地还又再才只"
    "什怎哪谁为以所于但因此如"
)
_CHINESE: Final = (
    "还记得 记得 时候 一个 一下 一些 有点 可以 觉得 知道 什么 怎么 怎样 为什么 我们 你们 他们 她们 那个 这个 哪个"
    " 哪里 那里 这里 哪儿 多少 有没有 是不是"
)
_ENGLISH: Final = """
a an the and or but if then than so of at by for with about to from in on into over as is am are was were be been
being do does did doing have has had having i me my mine we us our ours you your yours he him his she her hers it
its they them their theirs this that these those there here what which who whom whose when where why how can could
will would shall should may might must not no nor just also too very some any im ive id ill youre youve youll hes
shes theyre weve dont doesnt didnt isnt arent wasnt werent wont wouldnt couldnt shouldnt cant hasnt havent hadnt
thats whats wheres lets ever really
"""
STOP_PHRASES: Final = tuple(sorted(_CHINESE.split(), key=len, reverse=True))
STOP_WORDS: Final = frozenset(_ENGLISH.split())
