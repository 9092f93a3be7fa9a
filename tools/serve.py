"""Serves a folder at http://localhost:PORT with the headers that make a page cross-origin isolated.

Usage: serve.py FOLDER PORT [--not-isolated]. Such a page may have shared memory: docs/web.md. --not-isolated leaves the headers out.
"""

import functools
import http.server
import sys


class Handler(http.server.SimpleHTTPRequestHandler):
    isolated = True
    # Python's own table depends on the machine; a module of WebAssembly needs its type.
    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".js": "text/javascript",
                      ".wasm": "application/wasm"}

    def end_headers(self):
        if self.isolated:
            self.send_header("Cross-Origin-Opener-Policy", "same-origin")
            self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, *arguments):
        pass


class Bare(Handler):
    isolated = False


def server(folder, port, handler=Handler):
    return http.server.ThreadingHTTPServer(("127.0.0.1", port), functools.partial(handler, directory=folder))


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4) or not sys.argv[2].isdigit() or sys.argv[3:] not in ([], ["--not-isolated"]):
        sys.exit(__doc__)
    try:
        served = server(sys.argv[1], int(sys.argv[2]), Bare if sys.argv[3:] else Handler)
    except (OSError, OverflowError) as error:
        sys.exit(f"serve.py: port {sys.argv[2]} cannot be used: {error}")
    print(f"http://localhost:{served.server_address[1]}/  (Ctrl+C ends)", flush=True)
    try:
        served.serve_forever()
    except KeyboardInterrupt:
        pass
