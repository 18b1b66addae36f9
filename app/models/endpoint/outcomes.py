"""Everything an endpoint can do to us, told: a title, what came back, and what would be right."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from app.domain.errors import KnownError, mark


@dataclass(frozen=True, slots=True)
class Told:
    """English templates with their facts; translated where they are shown."""

    code: str
    title: str
    detail: str
    remedy: str = ""
    facts: Mapping[str, object] = field(default_factory=dict)


_KEYS: Final = mark(
    "Check the key and the account it belongs to; a new key is made on the page of the service."
)
_ADDRESS: Final = mark(
    "Check the address: it usually ends in /v1, for example https://api.deepseek.com/v1 or http://localhost:11434/v1."
)
_NOT_SECURE: Final = mark(
    "A server of your own usually wants http:// instead of https://; else check the clock and the certificate."
)
_BETWEEN: Final = mark(
    "Check the connection to the internet, and whether a proxy or a firewall stands between."
)
_AGAIN: Final = mark("Try again in a while; what was done so far is kept.")
_SMALLER: Final = mark("Send less at once, or choose a model with a larger context.")
_OTHER_MODEL: Final = mark("Choose another model; the list shows what the endpoint offers.")

_OUTCOMES: Final[Mapping[str, tuple[str, str, str]]] = {
    "ok": (mark("It works"), mark("{url} answered."), ""),
    "not_found": (
        mark("Nothing at this address"),
        mark("{url} answered {status}: there is no such path."),
        _ADDRESS,
    ),
    "not_api": (
        mark("Not an endpoint"),
        mark("{url} answered with a web page, not with data."),
        mark("This is the page for people. The address for programs often begins with api. and ends in /v1."),
    ),
    "redirected": (
        mark("Sent elsewhere"),
        mark("{url} sends on to {target}. Nothing was sent there."),
        mark("If that is the right place, set it as the address yourself."),
    ),
    "no_key": (
        mark("A key is needed"),
        mark("{url} answered {status}, and no key is set."),
        mark("Enter a key for {host}."),
    ),
    "bad_key": (mark("The key is refused"), mark("{url} answered {status}: {said}"), _KEYS),
    "key_form": (
        mark("This is no key"),
        mark("The key for {host} holds characters that no key has."),
        mark("Copy it again, without blanks, quotes or words around it."),
    ),
    "forbidden": (
        mark("Not allowed"),
        mark("{url} answered {status}: {said}"),
        mark("The key may lack a right, or the service may not answer in your region."),
    ),
    "quota": (
        mark("The balance is used up"),
        mark("{url} answered {status}: {said}"),
        mark("Top up the account of {host}, or choose another endpoint. Waiting does not help."),
    ),
    "busy": (
        mark("Too many requests"),
        mark("{url} answered {status}: {said}"),
        mark("Try again later, or let fewer requests run at once."),
    ),
    "busy_until": (
        mark("Too many requests"),
        mark("{url} answered {status} and asks to wait {seconds} s."),
        mark("Try again later, or let fewer requests run at once."),
    ),
    "no_model": (
        mark("The model is not there"),
        mark("{url} does not know the model “{model}”: {said}"),
        _OTHER_MODEL,
    ),
    "no_model_set": (
        mark("No model is chosen"),
        mark("{url} was reached, but no model is chosen."),
        mark("Choose a model; the list shows what the endpoint offers."),
    ),
    "no_model_ollama": (
        mark("The model is not there"),
        mark("Ollama does not have the model “{model}”."),
        mark("Fetch it once with: ollama pull {model}"),
    ),
    "too_long": (mark("Too long for the model"), mark("{url} answered {status}: {said}"), _SMALLER),
    "bad_request": (
        mark("The request is refused"),
        mark("{url} answered {status}: {said}"),
        mark("The model may not be made for this; choose another one."),
    ),
    "server": (mark("The endpoint failed"), mark("{url} answered {status}: {said}"), _AGAIN),
    "refused": (
        mark("Nobody answers"),
        mark("Nothing listens at {host}."),
        mark("Check the address and the port, and that the server runs."),
    ),
    "asleep": (
        mark("{server} is not running"),
        mark("Nothing listens at {url}."),
        mark("Start {server}, for example with “{start}”, then test again."),
    ),
    "no_host": (
        mark("No such host"),
        mark("The name {host} is not known."),
        mark("Check the spelling of the address and the connection to the internet."),
    ),
    "encryption": (
        mark("No secure connection"),
        mark("{host} could not be spoken to securely: {said}"),
        _NOT_SECURE,
    ),
    "no_handshake": (
        mark("No secure connection"),
        mark("{host} did not take up a secure connection within {seconds} s."),
        _NOT_SECURE,
    ),
    "unreachable": (
        mark("Not reachable"),
        mark("The connection to {host} failed: {said}"),
        _BETWEEN,
    ),
    "no_connection": (
        mark("Not reachable"),
        mark("{host} did not take a connection within {seconds} s."),
        _BETWEEN,
    ),
    "broken_off": (
        mark("The connection broke off"),
        mark("{url} closed the connection in the middle."),
        _AGAIN,
    ),
    "timeout": (
        mark("No answer in time"),
        mark("{url} gave no answer within {seconds} s."),
        mark("A model that is still being loaded needs longer: try again, or allow more time."),
    ),
    "stalled": (
        mark("The answer came to a halt"),
        mark("{url} began to answer and then sent nothing for {seconds} s."),
        _AGAIN,
    ),
    "unreadable": (
        mark("An answer nobody can read"),
        mark("{url} answered with something that is no valid data: {said}"),
        mark("Check that the address belongs to a service that speaks the protocol of OpenAI."),
    ),
    "no_answer": (
        mark("An answer without content"),
        mark("{url} answered, but the answer holds no text: {said}"),
        mark("The model may not be made for conversation; choose another one."),
    ),
    "filtered": (
        mark("Held back by the service"),
        mark("{url} held the answer back by its content rules."),
        mark("Choose another model, or leave this part to the built-in steps."),
    ),
    "wrong_count": (
        mark("Vectors are missing"),
        mark("{url} was given {want} texts and answered with {got} vectors."),
        mark("Set the number of texts per request to 1, or choose another model."),
    ),
    "wrong_order": (
        mark("Vectors in no order"),
        mark("{url} numbers its vectors so that they cannot be told apart."),
        mark("Set the number of texts per request to 1, or choose another model."),
    ),
    "wrong_length": (
        mark("Vectors of another size"),
        mark("{model} answered with vectors of {got} numbers, {want} were expected."),
        mark(
            "Test the endpoint again, so that its size is learned anew. Vectors of two sizes are never mixed."
        ),
    ),
    "broken_vector": (
        mark("Broken vectors"),
        mark("{model} answered with a vector that is zero or holds no numbers."),
        mark("Try again; if it stays so, choose another model."),
    ),
    "no_vectors": (
        mark("No vectors"),
        mark("{url} answered, but with no vectors: {said}"),
        mark("Choose a model that makes embeddings."),
    ),
    "bad_ranking": (
        mark("A ranking that cannot be used"),
        mark("{url} was given {want} texts and did not answer with one number for each: {said}"),
        mark("Choose a model that is made for ranking."),
    ),
    "bad_text": (
        mark("One text is refused"),
        mark("{url} refuses text {position}, of {length} characters: {said}"),
        mark("Shorten this text, or leave it out."),
    ),
    "not_tested": (
        mark("Not tested yet"),
        mark("The size of the vectors of {model} is not known."),
        mark("Test the endpoint once; then its vectors can be used."),
    ),
    "consent": (
        mark("May this be sent?"),
        mark("For “{purpose}”, texts of this palace would go to {host}."),
        mark("Agree to it once in the settings, or set an endpoint on this machine."),
    ),
    "not_set": (
        mark("No endpoint is set"),
        mark("For “{purpose}” no endpoint is set."),
        mark("Set one in the settings; without one the built-in steps go on working."),
    ),
}
CODES: Final = frozenset(_OUTCOMES)


def tell(code: str, /, **facts: object) -> Told:
    """The words for an outcome."""
    title, detail, remedy = _OUTCOMES[code]
    return Told(code, title, detail, remedy, facts)


def failure(code: str, /, **facts: object) -> KnownError:
    """An outcome as the error that carries it."""
    _, detail, remedy = _OUTCOMES[code]
    return KnownError(f"endpoint.{code}", detail, remedy, **facts)


def told(error: KnownError) -> Told:
    """The words for an error of an endpoint, or of any other part on the way."""
    code = error.code.removeprefix("endpoint.")
    title = _OUTCOMES[code][0] if code in _OUTCOMES else mark("It did not work")
    return Told(code, title, error.template, error.remedy_template, error.facts)
