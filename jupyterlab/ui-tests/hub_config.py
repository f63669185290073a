"""Configuration of the JupyterHub of the tests: any user with the password of the tests, servers as this user."""

import os
import sys

c = get_config()  # noqa: F821
folder = os.environ["GPULSE_HUB_FOLDER"]
port = int(os.environ["GPULSE_HUB_PORT"])
c.JupyterHub.bind_url = f"http://127.0.0.1:{port}/"
c.JupyterHub.hub_port = int(os.environ["GPULSE_HUB_API_PORT"])
c.ConfigurableHTTPProxy.api_url = f"http://127.0.0.1:{os.environ['GPULSE_HUB_PROXY_PORT']}"
c.JupyterHub.authenticator_class = "dummy"
c.DummyAuthenticator.password = "password"
c.Authenticator.allow_all = True
c.JupyterHub.spawner_class = "simple"
c.SimpleLocalProcessSpawner.home_dir_template = f"{folder}/home-{{username}}"
c.Spawner.cmd = [sys.executable, "-m", "jupyterhub.singleuser"]
c.Spawner.args = ["--allow-root"]
c.Spawner.environment = {n: v for n, v in os.environ.items() if n.startswith(("GPULSE_", "JUPYTER", "XDG_", "LD_"))}
c.Spawner.http_timeout = 120
c.Spawner.start_timeout = 120
