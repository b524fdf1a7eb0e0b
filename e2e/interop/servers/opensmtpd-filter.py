#!/usr/bin/python3
"""A filter of OpenSMTPD (smtpd-filters(7)): puts off strangers' first messages, or too many messages.

filter.py greylisting SECONDS        the first message of each recipient waits for so long
filter.py rates MESSAGES SECONDS     takes so many recipients in any span of so many seconds
"""
import sys
import time
from collections import deque

mode, *numbers = sys.argv[1:]
first_seen = {}
taken = deque()


def greylisting(recipient, now):
    (seconds,) = map(int, numbers)
    return now - first_seen.setdefault(recipient, now) < seconds and "451 4.7.1 greylisted, try again later"


def rates(_, now):
    messages, seconds = map(int, numbers)
    while taken and now - taken[0] > seconds:
        taken.popleft()
    if len(taken) >= messages:
        return "451 4.7.0 too many messages, slow down"
    taken.append(now)
    return None


judge = {"greylisting": greylisting, "rates": rates}[mode]

for line in sys.stdin:
    fields = line.rstrip("\n").split("|")
    if fields[:2] == ["config", "ready"]:
        print("register|filter|smtp-in|rcpt-to\nregister|ready", flush=True)
    elif fields[0] == "filter":
        session, token, recipient = fields[5:8]
        refusal = judge(recipient, time.monotonic())
        verdict = f"reject|{refusal}" if refusal else "proceed"
        print(f"filter-result|{session}|{token}|{verdict}", flush=True)
