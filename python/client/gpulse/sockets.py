"""The owners of listening sockets of this machine, from /proc/net."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path

_LISTEN = "0A"
# The addresses that receive a connection to 127.0.0.1, as /proc/net/tcp and tcp6 write them.
_LOCAL = {
    "0100007F",
    "00000000",
    "0000000000000000FFFF00000100007F",
    "0" * 32,
}
_FIRST_USER_ID = 1000


def read_tables() -> str:
    """Returns the TCP sockets of this network namespace; empty where the kernel has no such files."""
    text = ""
    for name in ("tcp", "tcp6"):
        try:
            text += Path("/proc/net", name).read_text(encoding="ascii")
        except OSError:
            continue
    return text


def owners(port: int, read: Callable[[], str] = read_tables) -> set[int]:
    """Returns the user IDs of the sockets that accept connections to 127.0.0.1 at a port; empty when unknown."""
    found = set()
    for line in read().splitlines():
        columns = line.split()
        if len(columns) < 8 or columns[3] != _LISTEN:
            continue
        address, _, hexadecimal = columns[1].partition(":")
        if address in _LOCAL and int(hexadecimal, 16) == port:
            found.add(int(columns[7]))
    return found


def user_name(uid: int) -> str:
    """Returns the name of a user, or the ID where it has no name."""
    import pwd

    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return str(uid)


def untrusted(uids: Iterable[int], trusted_users: Iterable[str]) -> list[str]:
    """Returns the names of the users that are neither this user, a system account, nor trusted explicitly."""
    trusted = set(trusted_users)
    return [
        user_name(uid)
        for uid in sorted(uids)
        if uid >= _FIRST_USER_ID and uid != os.getuid() and not {str(uid), user_name(uid)} & trusted
    ]
