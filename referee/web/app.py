"""The application: what every answer has, and nothing that rules."""

import re
import secrets
from collections.abc import Iterable
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any

from flask import Flask, Request, Response, request
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from flask_smorest import Api
from flask_swagger_ui import get_swaggerui_blueprint
from werkzeug.middleware.proxy_fix import ProxyFix

from referee.web import description, problems, routes
from referee.web.games import EXTENSION, refereed
from referee.web.problems import REQUEST_ID, Problem
from referee.web.settings import Settings, from_environment
from referee.web.wire import Json, current_request

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

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

    Raises ValueError where a deck pack that is to be installed is broken, or a key too short.
    """
    settings = settings or Settings()
    app = Flask("referee", static_folder=None)
    app.json = Json(app)
    app.url_map.merge_slashes = False
    app.url_map.strict_slashes = False
    app.config.update(description.CONFIG)
    app.extensions[EXTENSION] = refereed(settings)
    app.before_request(_begin)
    app.after_request(_finish)
    app.wsgi_app = _carrying(app.wsgi_app)  # type: ignore[assignment, method-assign]
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


def _carrying(app: "WSGIApplication") -> "WSGIApplication":
    """Give every answer what all have: the request's id, the time it took, leave for browsers."""

    def serve(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        began = perf_counter()
        sent = environ.get("HTTP_X_REQUEST_ID", "")
        request_id = sent if _SANE_ID.match(sent) else secrets.token_hex(16)
        environ[REQUEST_ID] = request_id

        def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            duration = (perf_counter() - began) * 1000
            headers.append(("X-Request-Id", request_id))
            headers.append(("Server-Timing", f"app;dur={duration:.2f}"))
            headers += _CORS
            headers += _PREFLIGHT if environ["REQUEST_METHOD"] == "OPTIONS" else ()
            return start_response(status, headers, *error)

        return app(environ, start)

    return serve


def _begin() -> Response | None:
    asked = current_request()
    if asked.method == "OPTIONS" and asked.routing_exception is None:
        return Response(status=204)
    if asked.path.startswith("/v1/") and not _accepts_json(asked):
        raise Problem("not-acceptable", "The answer is JSON, which the header Accept leaves out.")
    return None


def _accepts_json(asked: Request) -> bool:
    if asked.environ.get("HTTP_ACCEPT") in (None, "", "*/*", "application/json"):
        return True
    return asked.accept_mimetypes["application/json"] > 0


def _finish(response: Response) -> Response:
    if current_request().method in ("GET", "HEAD") and response.status_code == 200:
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
