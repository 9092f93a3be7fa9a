"""The page in a browser, for browser_test.py: opens it, waits for its states, and reads what it shows. Waits never for a time; the
limit of a wait is far above what it takes.
"""

import re
import subprocess

from PIL import Image

LIMIT = 240_000  # ms
# For the page a GPU draws, as it would on most machines.
AS_ON_A_GPU = """
    const asked = WebGL2RenderingContext.prototype.getParameter;
    WebGL2RenderingContext.prototype.getParameter = function(name) { return name === 0x9246 ? 'a GPU' : asked.call(this, name); };
"""
HASH = r"step (\d+) · hash ([0-9a-f]{16})"


class Pages:
    def __init__(self, browser, address, screenshots):
        self.browser, self.address, self.screenshots = browser, address, screenshots

    def open(self, search="", size=(1280, 800), dark=False, script=None, address=None, service_workers="allow",
             ready="document.getElementById('hash').textContent.includes('step')"):
        context = self.browser.new_context(viewport={"width": size[0], "height": size[1]}, accept_downloads=True, has_touch=size[0] < 800,
                                           color_scheme="dark" if dark else "light", service_workers=service_workers)
        page = context.new_page()
        page.set_default_timeout(LIMIT)
        self.failures, self.hosts = [], set()
        page.on("pageerror", lambda error: self.failures.append(str(error)))
        page.on("request", lambda request: self.hosts.add(request.url.split("/")[2]) if request.url.startswith("http") else None)
        if script:
            page.add_init_script(script)
        page.goto((address or self.address) + search)
        page.wait_for_function(ready)
        return page

    def close(self, page):
        page.context.close()
        assert not self.failures, self.failures
        assert self.hosts <= {self.address.split("/")[2], *getattr(self, "more_hosts", ())}, self.hosts


def flies(page, beyond=0):
    page.wait_for_function(f"Number(document.getElementById('hash').dataset.step) > {beyond}")


def paused_hash(page):
    page.wait_for_function("document.getElementById('play').textContent === 'Fly' && /hash/.test(document.getElementById('hash').textContent)")
    step, found = re.search(HASH, page.inner_text("#hash")).groups()
    return int(step), found


def notice(page, pattern):
    page.wait_for_function(f"new RegExp({pattern!r}).test(document.getElementById('notice').textContent)")


def native_hash(murmur, *arguments):
    text = subprocess.run([murmur, *arguments], check=True, capture_output=True, text=True).stdout
    return re.search(r"hash=([0-9a-f]{16})", text).group(1)


def drop(page, path):
    page.evaluate("""([name, text]) => {
        const data = new DataTransfer();
        data.items.add(new File([text], name));
        dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true}));
    }""", [path.name, path.read_text()])


def drawing_worker(page):
    """Its global object has the renderer of WebGL; none: the page has it, or needs none."""
    return next((worker for worker in page.workers if "draw_worker" in worker.url), None)


def saved_picture(page, path):
    with page.expect_download() as download:
        page.click("#save-picture")
    download.value.save_as(path)
    return Image.open(path).convert("RGB")
