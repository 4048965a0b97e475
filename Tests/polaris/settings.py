# SPDX-License-Identifier: Apache-2.0
"""Django settings for an anchor of one asset on this machine. Values that differ between runs are environment variables set by serve.py."""
import os
import pathlib

FOLDER = pathlib.Path(os.environ["ANCHOR_FOLDER"])
SECRET_KEY = "for tests alone"
DEBUG = False
ALLOWED_HOSTS = ["*"]
ROOT_URLCONF = "polaris.urls"
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": FOLDER / "anchor.sqlite", "OPTIONS": {"timeout": 20}}}
DEFAULT_AUTO_FIELD = "django.db.models.AutoField"
INSTALLED_APPS = ["django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions", "django.contrib.messages",
                  "django.contrib.staticfiles", "django.forms", "corsheaders", "rest_framework", "integrations.Anchor", "polaris"]
MIDDLEWARE = ["django.contrib.sessions.middleware.SessionMiddleware", "corsheaders.middleware.CorsMiddleware",
              "django.middleware.common.CommonMiddleware", "polaris.middleware.TimezoneMiddleware"]
TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True,
              "OPTIONS": {"context_processors": ["django.template.context_processors.request"]}}]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"
REST_FRAMEWORK = {"DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer", "rest_framework.renderers.TemplateHTMLRenderer"],
                  "DEFAULT_AUTHENTICATION_CLASSES": []}
STATIC_URL = "/static/"
USE_TZ = True
CORS_ALLOW_ALL_ORIGINS = True
LOGGING = {"version": 1, "handlers": {"error": {"class": "logging.StreamHandler"}}, "root": {"handlers": ["error"], "level": "ERROR"}}

POLARIS_ACTIVE_SEPS = ["sep-1", "sep-6", "sep-10", "sep-12", "sep-24", "sep-38"]
POLARIS_LOCAL_MODE = True
POLARIS_HOST_URL = os.environ["ANCHOR_URL"]
POLARIS_HORIZON_URI = os.environ["HORIZON_URL"]
POLARIS_SIGNING_SEED = os.environ["ANCHOR_SEED"]
POLARIS_SERVER_JWT_KEY = "for tests alone, long enough to sign tokens"
POLARIS_SEP6_USE_MORE_INFO_URL = True
