"""The page in Debian's Firefox: links, pictures, and known bits. `./dev web test firefox` runs it on a virtual display, because this
Firefox has no WebGL without one.

Usage: firefox_test.py SITE MURMUR SCREENSHOTS, as browser_test.py. Needs marionette_driver. The page's user is played in
Chromium alone; here is what an engine may do otherwise: WebAssembly, workers, the canvas in a worker.
"""

import pathlib
import re
import subprocess
import sys
import threading
import time

from marionette_driver.marionette import Marionette

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import serve  # noqa: E402

LIMIT = 240  # s


def native_hash(murmur, *arguments):
    text = subprocess.run([murmur, "run", *arguments], check=True, capture_output=True, text=True).stdout
    return re.search(r"hash=([0-9a-f]{16})", text).group(1)


def wait_for(client, script):
    for _ in range(LIMIT * 10):
        if found := client.execute_script(f"return {script}", sandbox=None):
            return found
        time.sleep(0.1)
    sys.exit(f"firefox_test.py: {script} did not become true; the page says: {client.execute_script('return document.body.innerText')[:600]}")


def main():
    site, murmur, screenshots = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
    screenshots.mkdir(parents=True, exist_ok=True)
    served = serve.server(site, 0)
    threading.Thread(target=served.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{served.server_address[1]}/"
    client = Marionette(bin="/usr/bin/firefox-esr", headless=False, startup_timeout=LIMIT, gecko_log="-",
                        prefs={"webgl.force-enabled": True, "gfx.x11-egl.force-enabled": True})  # with Mesa's software renderer
    client.start_session()
    print(f"Firefox {client.session_capabilities['browserVersion']}")
    for preset, boids, steps in (("book", 100, 200), ("benchmark", 30000, 40), ("starlings", 2000, 60)):
        wanted = native_hash(murmur, "--preset", preset, "--boids", str(boids), "--steps", str(steps))
        client.navigate(f"{address}?preset={preset}&boids={boids}&pause_at={steps}")
        wait_for(client, "document.getElementById('play').textContent === 'Fly' && /hash/.test(document.getElementById('hash').textContent)")
        shown = client.execute_script("return document.getElementById('hash').textContent + ' ' + document.getElementById('about').textContent")
        print(f"{preset}, {boids} boids: {shown} {client.execute_script('return crossOriginIsolated')}")
        if f"step {steps} · hash {wanted}" not in shown:
            sys.exit(f"firefox_test.py: the program has {wanted}")
        fault = client.execute_script("return document.getElementById('notice').textContent + document.getElementById('no-picture').textContent")
        if fault:
            sys.exit(f"firefox_test.py: {fault}")
        with open(screenshots / f"firefox-{preset}.png", "wb") as file:
            file.write(client.screenshot(format="binary"))
    client.execute_script("document.getElementById('verify-box').open = true; document.getElementById('verify').click()")
    result = wait_for(client, "/presets/.test(document.getElementById('verify-result').textContent) && document.getElementById('verify-result').textContent")
    print(result)
    client.quit()
    sys.exit(0 if result.startswith("All ") else "firefox_test.py: the known bits differ")


if __name__ == "__main__":
    main()
