"""The referee in the same process: a transport that calls a WSGI app instead of a server.

Imported only by `Referee.local`, since it needs werkzeug, which comes with the server package.
"""

import importlib
import io
from typing import TYPE_CHECKING, Any

import requests
from requests.adapters import HTTPAdapter
from urllib3.response import HTTPResponse
from werkzeug.test import EnvironBuilder, run_wsgi_app

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication


def server_app() -> "WSGIApplication":
    """Build the server's own app.

    Raises:
        ImportError: The server package is not installed.
    """
    # By name, so that neither running nor type-checking needs the package.
    app: WSGIApplication = importlib.import_module("referee.web.app").create_app()
    return app


class WsgiAdapter(HTTPAdapter):
    """Hands requests to a WSGI app, whole, and returns its answers; an app's exception passes."""

    def __init__(self, app: "WSGIApplication") -> None:
        super().__init__()
        self._app = app

    def send(
        self, request: requests.PreparedRequest, *args: Any, **kwargs: Any
    ) -> requests.Response:
        """Call the app with a request; there is neither a time-out nor a retry."""
        environ = EnvironBuilder(
            method=request.method or "GET",
            path=request.path_url,
            headers=list(request.headers.items()),
            data=request.body or b"",
        ).get_environ()
        chunks, status, headers = run_wsgi_app(self._app, environ, buffered=True)
        code, _, reason = status.partition(" ")
        answer = HTTPResponse(
            body=io.BytesIO(b"".join(chunks)),
            headers=dict(headers.items()),
            status=int(code),
            reason=reason,
            preload_content=False,
        )
        return self.build_response(request, answer)
