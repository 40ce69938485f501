"""The guards of the suite itself."""

import os
import socket
from collections.abc import Callable

import pytest


@pytest.mark.parametrize("address", [("192.0.2.1", 80), ("example.org", 443), ("2001:db8::1", 80)])
def test_network_is_closed(address: tuple[str, int]) -> None:
    """A connection to another machine ends the test, before a packet leaves."""
    with pytest.raises(BaseException, match=r"socket\.(connect|getaddrinfo)") as caught:
        socket.create_connection(address, timeout=1)
    assert type(caught.value).__name__ == "NetworkUsed"


def test_loopback_is_open() -> None:
    """Local servers work."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        with socket.create_connection(server.getsockname(), timeout=5) as client:
            client.sendall(b"x")
        assert server.getsockname()[1] > 0


def test_settings_of_the_machine_are_hidden() -> None:
    """No key and no setting of the person who runs the suite reaches it."""
    assert [name for name in os.environ if name.endswith("_API_KEY")] == []
    assert os.environ["LANG"] == "en_US.UTF-8"


def test_golden_files_are_compared(golden: Callable[[str, str], None], pytestconfig: pytest.Config) -> None:
    """A text that differs from its golden file fails, and so does one whose file is missing."""
    if pytestconfig.getoption("--update-golden"):
        pytest.skip("files are written, not compared")
    golden("sandbox.txt", "as it was\n")
    with pytest.raises(AssertionError, match="differs"):
        golden("sandbox.txt", "otherwise\n")
    with pytest.raises(AssertionError, match="missing"):
        golden("not-there.txt", "anything\n")
