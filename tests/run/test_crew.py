"""The processes beside a run: what Ctrl-C does to them."""

import os
import signal

import pytest

from raggauge.run.processes import Crew


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="needs signal masks")
def test_an_interruption_while_they_load_ends_no_process(capfd: pytest.CaptureFixture[str]) -> None:
    """Ctrl-C reaches the whole group of a terminal; what the run's own process says is all that is said."""
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    with Crew(2) as crew:
        for process in crew.processes:
            os.kill(process._popen.pid, signal.SIGINT)
    assert [process._popen.returncode for process in crew.processes] == [0, 0]
    assert capfd.readouterr().err == ""
    assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == mask
