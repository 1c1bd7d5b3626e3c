"""The settings of serving, and the bare view's address beside our own ones."""

from deploy.settings import *  # noqa: F403

ROOT_URLCONF = "deploy.bench.bare"
