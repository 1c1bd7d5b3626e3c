"""The settings of serving, and the peers beside our own: the bare view's address, the bare task."""

from deploy.settings import *  # noqa: F403
from deploy.settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "deploy.bench"]
ROOT_URLCONF = "deploy.bench.bare"
