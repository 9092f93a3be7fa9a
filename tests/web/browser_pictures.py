"""Tests of browser_test.py about what draws the picture: a GPU or its emulation by WebGL 2, in a worker or in the page, or the flock's module."""

from browser_pages import AS_ON_A_GPU, drawing_worker, flies, native_hash, notice, paused_hash, saved_picture


def test_without_webgl(pages, murmur, folder):
    page = pages.open("?preset=book&boids=50", script="""
        const {getContext} = HTMLCanvasElement.prototype;
        OffscreenCanvas.prototype.getContext = () => null;
        HTMLCanvasElement.prototype.getContext = function(kind) { return kind === '2d' ? getContext.call(this, kind) : null; };""")
    flies(page, 5)
    assert len(saved_picture(page, folder / "module.png").getcolors(1 << 24)) > 10
    page.click("details:has(#scene) summary")
    page.select_option("#scene", "dusk")
    notice(page, "no WebGL 2, which birds need")
    assert page.input_value("#scene") == "plain"
    pages.close(page)


def test_the_module_draws(pages, murmur, folder):
    """Without a GPU: plain pictures, in 2D and 3D, that follow the camera, the look and what is added, also while the flock rests."""
    for preset in ("murmuration", "benchmark-3d"):
        page = pages.open(f"?preset={preset}&boids=2000&pause_at=20", script="OffscreenCanvas.prototype.getContext = () => null")
        paused_hash(page)
        assert drawing_worker(page) is None
        seen = [saved_picture(page, folder / "first.png")]
        page.mouse.move(400, 300)
        page.mouse.wheel(0, -400)
        seen.append(saved_picture(page, folder / "near.png"))
        page.click("details:has(#scene) summary")
        page.select_option("#palette", "grey")
        seen.append(saved_picture(page, folder / "grey.png"))
        page.click("#theme")
        seen.append(saved_picture(page, folder / "theme.png"))
        page.click("button[data-tool=obstacle]")
        page.mouse.click(420, 320)
        flies(page, -1)
        page.click("#step")
        paused_hash(page)
        seen.append(saved_picture(page, folder / "obstacle.png"))
        page.screenshot(path=pages.screenshots / f"module-{preset}.png")
        assert all(len(picture.getcolors(1 << 24)) > 10 for picture in seen)
        assert len({picture.tobytes() for picture in seen}) == len(seen)
        pages.close(page)


def test_lost_context(pages, murmur, folder):
    for scene in ("plain", "dusk", "day"):
        page = pages.open(f"?preset=book&boids=50&scene={scene}", script=AS_ON_A_GPU)
        worker = drawing_worker(page)
        worker.evaluate("self.lose = renderer.gl.getExtension('WEBGL_lose_context'); lose.loseContext()")
        before = int(page.evaluate("document.getElementById('hash').dataset.step"))
        flies(page, before + 30)
        worker.evaluate("lose.restoreContext()")
        while worker.evaluate("renderer.lost || renderer.gl.isContextLost()"):
            pass
        flies(page, before + 60)
        assert len(saved_picture(page, folder / "restored.png").getcolors(1 << 24)) > 10
        pages.close(page)


def test_first_picture(pages, murmur, folder):
    """Where a GPU draws, the page without a link begins with starlings at dusk that have formed, and its camera follows them. docs/images/page.webp is its screenshot."""
    page = pages.open(dark=True, script=AS_ON_A_GPU)
    assert page.input_value("#preset") == "starlings-show" and page.input_value("#scene") == "dusk"
    assert page.get_attribute("button[data-tool=attract]", "aria-checked") == "true"
    notice(page, "Press into the flock and hold")
    flies(page, 330)
    page.evaluate("document.getElementById('status').textContent = '5,000 boids'")  # rates of a software renderer say nothing
    page.screenshot(path=pages.screenshots / "first.png")
    pages.close(page)


def test_the_page_draws_without_offscreen_canvas(pages, murmur, folder):
    page = pages.open("?preset=book&boids=50&pause_at=60", script=AS_ON_A_GPU + "delete HTMLCanvasElement.prototype.transferControlToOffscreen")
    paused_hash(page)
    assert drawing_worker(page) is None
    here = saved_picture(page, folder / "here.png")
    pages.close(page)
    page = pages.open("?preset=book&boids=50&pause_at=60", script=AS_ON_A_GPU)
    paused_hash(page)
    assert drawing_worker(page) is not None
    assert saved_picture(page, folder / "there.png") == here
    pages.close(page)


def test_dusk(pages, murmur, folder):
    page = pages.open("?preset=starlings&boids=2000&pause_at=100")
    assert paused_hash(page)[1] == native_hash(murmur, "run", "--preset", "starlings", "--boids", "2000", "--steps", "100")
    assert page.input_value("#scene") == "dusk" and page.is_disabled("#palette")
    page.screenshot(path=pages.screenshots / "starlings.png")
    dusk = saved_picture(page, folder / "dusk.png")
    page.click("details:has(#scene) summary")
    page.select_option("#scene", "plain")
    assert "scene=plain" in page.url and not page.is_disabled("#palette")
    assert saved_picture(page, folder / "plain.png") != dusk
    page.select_option("#scene", "day")
    assert "scene=day" in page.url and page.is_disabled("#palette")
    day = saved_picture(page, folder / "day.png")  # waits until it is drawn
    page.screenshot(path=pages.screenshots / "day.png")
    width, height = day.size
    blue, green = day.getpixel((width // 2, height // 4)), day.getpixel((width // 2, height - 4))
    assert blue[2] > blue[0] and green[1] > max(green[0], green[2]), (blue, green)
    pages.close(page)
    page = pages.open("?preset=book&boids=50&scene=dusk", script="WebGL2RenderingContext.prototype.getExtension = () => null")
    notice(page, "does not add floats")
    assert page.input_value("#scene") == "plain"
    flies(page, 5)
    pages.close(page)
