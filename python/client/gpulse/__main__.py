"""``python -m gpulse`` is the command ``gpulse``."""

from .command import main

main()
