"""The application: what every answer has, and nothing that rules."""

import re
import secrets
from functools import partial
from time import perf_counter

from flask import Flask, Response, g, request
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from flask_smorest import Api
from flask_swagger_ui import get_swaggerui_blueprint
from werkzeug.middleware.proxy_fix import ProxyFix

from referee.web import description, problems, routes
from referee.web.games import EXTENSION, load_games
from referee.web.problems import Problem
from referee.web.settings import Settings, from_environment
from referee.web.wire import Json

CACHE_SECONDS = 300
_SANE_ID = re.compile(r"[A-Za-z0-9._\-]{1,128}\Z")
_CORS = (
    ("Access-Control-Allow-Origin", "*"),
    ("Access-Control-Expose-Headers", "ETag, Retry-After, Server-Timing, X-Request-Id"),
)
"""Opens the API to every page: there are no cookies and nothing to steal (Fetch, CORS)."""
_PREFLIGHT = (
    ("Access-Control-Allow-Methods", "GET, HEAD, POST, OPTIONS"),
    ("Access-Control-Allow-Headers", "Accept, Content-Type, X-Request-Id"),
    ("Access-Control-Max-Age", "86400"),
)


def create_app(settings: Settings | None = None) -> Flask:
    """Make the WSGI application. It stores nothing; any number of processes may serve it.

    Raises ValueError where a deck pack that is to be installed is broken.
    """
    settings = settings or Settings()
    app = Flask("referee", static_folder=None)
    app.json = Json(app)
    app.url_map.merge_slashes = False
    app.url_map.strict_slashes = False
    app.config.update(description.CONFIG)
    app.extensions[EXTENSION] = load_games(settings.decks)
    app.before_request(_begin)
    app.after_request(_finish)
    api = Api(app)
    description.prepare(api)
    for blueprint in (routes.about, routes.ruling, routes.service):
        api.register_blueprint(blueprint)
    problems.register(app)
    with app.app_context():
        _register_description(app, description.document(api))
    _limit(app, settings)
    return app


def create_configured_app() -> Flask:
    """Make the application as the environment sets it, for any WSGI server.

    Raises ValueError naming the variables that are wrong.
    """
    return create_app(from_environment())


def _begin() -> Response | None:
    environ = request.environ
    sent = environ.get("HTTP_X_REQUEST_ID", "")
    known = sent if _SANE_ID.match(sent) else secrets.token_hex(16)
    g.request_id, g.began = known, perf_counter()
    if environ["REQUEST_METHOD"] == "OPTIONS" and request.routing_exception is None:
        return Response(status=204)
    if request.path.startswith("/v1/") and not _accepts_json(environ.get("HTTP_ACCEPT")):
        raise Problem("not-acceptable", "The answer is JSON, which the header Accept leaves out.")
    return None


def _accepts_json(accept: str | None) -> bool:
    if accept in (None, "", "*/*", "application/json"):
        return True
    return request.accept_mimetypes["application/json"] > 0


def _finish(response: Response) -> Response:
    context = g._get_current_object()
    duration = (perf_counter() - context.began) * 1000
    told = [("X-Request-Id", context.request_id), ("Server-Timing", f"app;dur={duration:.2f}")]
    method = request.environ["REQUEST_METHOD"]
    response.headers.extend([*told, *_CORS, *(_PREFLIGHT if method == "OPTIONS" else ())])
    if method in ("GET", "HEAD") and response.status_code == 200:
        return _cacheable(response)
    return response


def _cacheable(response: Response) -> Response:
    if response.get_etag() == (None, None):
        response.add_etag()
    fresh = "no-cache" if request.path == "/healthz" else f"public, max-age={CACHE_SECONDS}"
    response.headers["Cache-Control"] = fresh
    response.make_conditional(request)
    return response


def _register_description(app: Flask, document: description.Document) -> None:
    """Serve the description, and the page on it; both work without any network."""
    for path, (content, mimetype) in description.files(document).items():
        view = partial(Response, content, mimetype=mimetype)
        app.add_url_rule(f"/{path}", endpoint=path.replace(".", "_"), view_func=view)
    # The validator badge would be asked for from a server elsewhere.
    config = {"app_name": "Tabletop Referee", "validatorUrl": None}
    app.register_blueprint(get_swaggerui_blueprint("/docs", "/openapi.json", config=config))


def _limit(app: Flask, settings: Settings) -> None:
    """Limit what one address may ask, where the operator has set a rate."""
    if settings.proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=settings.proxies)  # type: ignore[method-assign]
    if settings.rate_limit:
        Limiter(
            get_remote_address,
            app=app,
            application_limits=[settings.rate_limit],
            headers_enabled=True,
            storage_uri="memory://",
        )
