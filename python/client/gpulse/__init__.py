"""Python client and notebook magics of gpulse."""
