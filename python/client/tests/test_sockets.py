from __future__ import annotations

import os
import socket

from gpulse import sockets

HEAD = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n"


def line(address, port, state="0A", uid=1234):
    return f"   0: {address}:{port:04X} 00000000:0000 {state} 00000000:00000000 00:00000000 00000000 {uid:5} 0 77 1\n"


def owners(*lines):
    return sockets.owners(8080, lambda: HEAD + "".join(lines))


def test_reads_all_addresses_that_receive_local_connections():
    addresses = ["0100007F", "00000000", "0000000000000000FFFF00000100007F", "0" * 32]
    assert owners(*(line(address, 8080, uid=1000 + i) for i, address in enumerate(addresses))) == {
        1000,
        1001,
        1002,
        1003,
    }


def test_ignores_other_ports_addresses_and_states():
    lines = [line("0100007F", 8081), line("0200000A", 8080), line("0100007F", 8080, state="01")]
    assert owners(*lines) == set()


def test_reads_the_owner_of_a_real_socket():
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        assert sockets.owners(port) == {os.getuid()}
    assert sockets.owners(port) == set()


def test_trusts_this_user_system_accounts_and_named_users(monkeypatch):
    monkeypatch.setattr(os, "getuid", lambda: 1001)
    names = {1002: "bob", 1003: "eve"}
    monkeypatch.setattr(sockets, "user_name", lambda uid: names.get(uid, str(uid)))
    assert sockets.untrusted({0, 999, 1001}, []) == []
    assert sockets.untrusted({0, 1002, 1003}, []) == ["bob", "eve"]
    assert sockets.untrusted({1002, 1003}, ["bob", "1003"]) == []
