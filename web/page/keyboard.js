// Keys of the page: those of `keys`, and those that move the picture.

/** `keys`: key -> function; `paint`: after the camera moved. Fields keep their keys, and buttons keep space. */
export function listen(picture, camera, paint, keys) {
  document.addEventListener('keydown', (event) => {
    if (event.target.closest('input, select, textarea') || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === ' ' && event.target.closest('button, summary')) return;
    const way = {ArrowLeft: [40, 0], ArrowRight: [-40, 0], ArrowUp: [0, 40], ArrowDown: [0, -40]}[event.key];
    const zoom = {'+': 1.25, '-': 0.8}[event.key];
    if (way && event.target === picture) camera.drag(...way);
    else if (zoom) camera.zoomAt(zoom, camera.width / 2, camera.height / 2);
    else if (keys[event.key]) keys[event.key]();
    else return;
    if (way || zoom) paint();
    event.preventDefault();
  });
}
