"""What all tests start from."""

import signal

# A shell starts jobs in the background with SIGINT ignored, and every process below inherits that. Tests that
# interrupt a process need it as a terminal has it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
