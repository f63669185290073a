from __future__ import annotations

from jupyter_server.base.handlers import JupyterHandler
from tornado.web import HTTPError


def fetch(site, mode="cors", destination="empty", **more):
    return {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": mode, "Sec-Fetch-Dest": destination, **more}


ALLOWED = [
    {},
    fetch("same-origin"),
    fetch("same-origin", "no-cors", "script"),
    fetch("none", "navigate", "document"),
    fetch("cross-site", "navigate", "document"),
]
REFUSED = [
    fetch("cross-site"),
    fetch("same-site"),
    fetch("cross-site", "navigate", "iframe"),
    fetch("cross-site", "no-cors", "script"),
    {"Origin": "https://elsewhere.example"},
    {"Origin": "null"},
]


async def test_allows_requests_of_the_same_origin_only(browser, gpulse):
    for path in ("gpulse/page", "gpulse-jupyterlab/status", "gpulse-jupyterlab/kernels"):
        for headers in ALLOWED:
            assert (await browser.get(path, headers=headers)).status_code == 200, headers
        for headers in REFUSED:
            assert (await browser.get(path, headers=headers)).status_code == 403, headers
    assert len(gpulse.seen("/page")) == len(ALLOWED)


async def test_refuses_changes_by_other_sites(browser, gpulse):
    for headers in [*REFUSED, fetch("cross-site", "navigate", "document")]:
        assert (await browser.post("gpulse/page", headers=headers)).status_code == 403, headers
    assert gpulse.seen("/page") == []


async def test_requires_a_login(browser, gpulse):
    browser.headers.pop("Authorization")
    for path in ("gpulse/page", "gpulse-jupyterlab/status", "gpulse-jupyterlab/kernels"):
        page = await browser.get(path, headers=fetch("same-origin", "navigate", "document"))
        assert page.status_code == 302, page.text
        assert (page.status_code, page.headers["Location"].partition("?")[0]) == (302, "/a%40b/login")
        assert (await browser.get(path, headers=fetch("same-origin"))).status_code == 403
        assert (await browser.get(path, headers={"Accept": "*/*"})).status_code == 403
    assert (await browser.post("gpulse/page", headers=fetch("same-origin"))).status_code == 403
    assert gpulse.requests == []


async def test_a_login_cookie_suffices_without_xsrf_token(jp_serverapp, browser, gpulse):
    token = browser.headers.pop("Authorization").split()[1]
    login = await browser.get(f"api/status?token={token}")
    cookies = {"Cookie": "; ".join(f"{name}={value}" for name, value in login.cookies.items())}
    assert cookies["Cookie"]
    assert (await browser.get("gpulse/page", headers={**fetch("same-origin"), **cookies})).status_code == 200
    assert (await browser.post("gpulse/page", headers={**fetch("same-origin"), **cookies})).status_code == 200
    assert (await browser.post("gpulse/page", headers={**fetch("cross-site"), **cookies})).status_code == 403
    assert all("Cookie" not in request.headers for request in gpulse.requests)


async def test_replaces_the_check_that_jupyterhub_installs(browser, monkeypatch):
    def check(handler):
        raise HTTPError(403, "'_xsrf' argument missing from GET")

    # JupyterHub replaces the method of the classes of jupyter_server, also for GET.
    monkeypatch.setattr(JupyterHandler, "check_xsrf_cookie", check)
    for path in ("gpulse/page", "gpulse-jupyterlab/status", "gpulse-jupyterlab/kernels"):
        assert (await browser.get(path, headers=fetch("same-origin"))).status_code == 200
    assert (await browser.post("gpulse/page", headers=fetch("same-origin"))).status_code == 200
