"""What every test stands on: no network, no settings of the machine, random but repeatable examples."""

import ipaddress
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from raggauge.messages import choose

ROOT = Path(__file__).resolve().parent.parent
IN_CI = bool(os.environ.get("CI"))

# A shell that starts the suite in the background has it ignore Ctrl-C, and so would every process the tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

HAD_RUNS = pytest.StashKey[bool]()

settings.register_profile("local", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, database=None)
settings.register_profile("fuzz", deadline=None, max_examples=5_000, suppress_health_check=list(HealthCheck))
settings.load_profile("ci" if IN_CI else "local")


class NetworkUsed(BaseException):
    """A test spoke to something that is not this machine; no `except Exception` may hide it."""


def _is_loopback(host: object) -> bool:
    if host is None or host in ("", "localhost", b"localhost"):
        return True
    name = host.decode("ascii", "replace") if isinstance(host, bytes) else str(host)
    try:
        return ipaddress.ip_address(name).is_loopback or ipaddress.ip_address(name).is_unspecified
    except ValueError:
        return False


def _guard_network(event: str, arguments: tuple[object, ...]) -> None:
    if event in ("socket.connect", "socket.sendto"):
        address = arguments[1]
        if isinstance(address, tuple) and not _is_loopback(address[0]):
            raise NetworkUsed(f"{event} {address}")
    elif event == "socket.getaddrinfo" and not _is_loopback(arguments[0]):
        raise NetworkUsed(f"{event} {arguments[0]}")


# An audit hook sees every socket of the process, those of asyncio too. It cannot be taken off again.
sys.addaudithook(_guard_network)


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """No setting of the machine reaches a test: neither ours, nor keys of model providers, nor its language."""
    ours = [name for name in os.environ if name.startswith("RAGGAUGE_") and name != "RAGGAUGE_DATA"]
    keys = [name for name in os.environ if name.endswith("_API_KEY")]
    for name in (*ours, *keys, "LC_ALL", "LC_MESSAGES", "LANGUAGE", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    monkeypatch.setenv("COLUMNS", "100")
    choose(None)


def pytest_addoption(parser: pytest.Parser) -> None:
    """One command renews the golden files: `make golden`."""
    parser.addoption("--update-golden", action="store_true", help="write the files of tests/golden anew")


def pytest_sessionstart(session: pytest.Session) -> None:
    """Remember whether the project's folder had a `.raggauge` before any test ran."""
    session.config.stash[HAD_RUNS] = (ROOT / ".raggauge").exists()


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Tests write into folders of their own: one that leaves runs in the project's folder spoils the next."""
    if (ROOT / ".raggauge").exists() and not session.config.stash[HAD_RUNS]:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
        print("\na test left .raggauge in the project's folder", file=sys.stderr)


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """`golden("report/summary.txt", text)` compares a text with `tests/golden/report/summary.txt`."""

    def compare(name: str, text: str) -> None:
        path = ROOT / "tests" / "golden" / name
        if request.config.getoption("--update-golden"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="")
        assert path.exists(), f"tests/golden/{name} is missing: make golden"
        assert text == path.read_bytes().decode("utf-8"), (
            f"differs from tests/golden/{name}: make golden, then git diff"
        )

    return compare


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder of the project."""
    return ROOT


@pytest.fixture(scope="session")
def data_dir() -> Path:
    """Real data with labels by people, kept outside the project."""
    folder = os.environ.get("RAGGAUGE_DATA")
    if not folder:
        pytest.skip("set RAGGAUGE_DATA")
    return Path(folder)
