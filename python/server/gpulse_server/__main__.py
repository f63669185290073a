"""``python -m gpulse_server`` is the command ``gpulse``."""

from gpulse_server.command import main

main()
