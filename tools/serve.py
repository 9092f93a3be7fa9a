"""Serves a folder at http://localhost:PORT with the headers that make a page cross-origin isolated.

Usage: serve.py FOLDER PORT. Such a page may have shared memory: docs/web.md.
"""

import functools
import http.server
import sys


class Handler(http.server.SimpleHTTPRequestHandler):
    # Python's own table depends on the machine; a module of WebAssembly needs its type.
    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".js": "text/javascript",
                      ".wasm": "application/wasm"}

    def end_headers(self):
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, *arguments):
        pass


def server(folder, port):
    return http.server.ThreadingHTTPServer(("127.0.0.1", port), functools.partial(Handler, directory=folder))


if __name__ == "__main__":
    if len(sys.argv) != 3 or not sys.argv[2].isdigit():
        sys.exit(__doc__)
    try:
        served = server(sys.argv[1], int(sys.argv[2]))
    except (OSError, OverflowError) as error:
        sys.exit(f"serve.py: port {sys.argv[2]} cannot be used: {error}")
    print(f"http://localhost:{served.server_address[1]}/  (Ctrl+C ends)", flush=True)
    try:
        served.serve_forever()
    except KeyboardInterrupt:
        pass
