"""Verifies DKIM signatures with dkimpy: verify-dkim.py NAME VALUE, where the DNS record of that name has that value.

Reads paths of mails, one a line; prints those whose signature is not valid.
"""
import sys

import dkim

name, value = (argument.rstrip(".").encode() for argument in sys.argv[1:3])


def lookup(asked, timeout=5):
    return value if asked.rstrip(b".") == name else None


for path in sys.stdin.read().split():
    with open(path, "rb") as mail:
        if not dkim.verify(mail.read(), dnsfunc=lookup):
            print(path)
