"""A TCP relay whose connections a test can drop."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from urllib.parse import urlsplit


class Relay:
    """Passes connections to a port of this machine on to another one, as long as it is open."""

    def __init__(self, address: str) -> None:
        url = urlsplit(address)
        self._target = (str(url.hostname), int(url.port or 80))
        self._server = socket.create_server(("127.0.0.1", 0))
        self._sockets: list[socket.socket] = []
        self.received_bytes = 0
        """Bytes that the clients received."""
        self.address = url._replace(netloc=f"127.0.0.1:{self._server.getsockname()[1]}").geturl()
        threading.Thread(target=self._accept, daemon=True).start()

    def drop(self) -> int:
        """Closes all connections as a network failure does; returns their number."""
        dropped, self._sockets = self._sockets, []
        for connection in dropped:
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        return len(dropped) // 2

    def close(self) -> None:
        """Closes all connections and accepts no further ones."""
        self._server.close()
        self.drop()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._server.accept()
            except OSError:
                return
            target = socket.create_connection(self._target)
            self._sockets += [client, target]
            threading.Thread(target=self._copy, args=(client, target), daemon=True).start()
            threading.Thread(target=self._copy, args=(target, client, True), daemon=True).start()

    def _copy(self, source: socket.socket, target: socket.socket, counted: bool = False) -> None:
        try:
            while data := source.recv(65536):
                target.sendall(data)
                self.received_bytes += len(data) if counted else 0
            target.shutdown(socket.SHUT_WR)
        except OSError:
            pass
