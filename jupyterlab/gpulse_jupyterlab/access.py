"""Who may use the handlers of this extension."""

from __future__ import annotations

from urllib.parse import urlsplit

from jupyter_server.base.handlers import JupyterHandler
from tornado import web


class SameOriginHandler(JupyterHandler):
    """Handler for requests of pages of Jupyter's own origin with a login.

    The cross-site check uses the fetch metadata of the browser, since EventSource and module scripts cannot send an
    XSRF token. It is made for GET as well, and replaces the one of Jupyter and of JupyterHub. A request without login
    is redirected to the login page when it is a navigation, and answered with 403 otherwise.
    """

    auth_resource = "gpulse"

    async def prepare(self) -> None:  # type: ignore[override]
        """Checks origin and login before the method."""
        self.check_xsrf_cookie()
        await super().prepare()
        if not self._finished:
            web.authenticated(lambda _: None)(self)

    def get_login_url(self) -> str:
        """Returns the address of the login page; raises 403 where the browser would not show it."""
        if not self.is_navigation():
            raise web.HTTPError(403, "Login required.")
        return super().get_login_url()

    def check_xsrf_cookie(self) -> None:
        """Raises 403 for a request that another site caused."""
        if not self._is_same_origin():
            raise web.HTTPError(403, "Blocked a request that another site caused.")

    def is_navigation(self) -> bool:
        """Returns whether the browser shows the answer as a page."""
        headers = self.request.headers
        if self.request.method not in ("GET", "HEAD"):
            return False
        mode = headers.get("Sec-Fetch-Mode")
        return mode == "navigate" if mode else "text/html" in headers.get("Accept", "")

    def _is_same_origin(self) -> bool:
        headers = self.request.headers
        site = headers.get("Sec-Fetch-Site")
        if site is None:
            origin = headers.get("Origin")
            return origin is None or urlsplit(origin).netloc.lower() == self.request.host.lower()
        if site in ("same-origin", "none"):
            return True
        is_page = headers.get("Sec-Fetch-Dest") == "document"
        return is_page and self.is_navigation()
