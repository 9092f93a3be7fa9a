// What lies over the boids of a picture that the module draws: walls, obstacles, goals, predators, and the circle in which the pointer acts.

const INK = {  // on dark, on light
  wall: ['#9eabc2', '#576170'], stone: ['#6b7585', '#99a3b3'], goal: ['#80de9c', '#14692e'], predator: ['#ff6157', '#bf1a0f'], grey: ['#4d5c6e', '#adbac9'],
};

/** `walls`: floats of lines, two ends each, and their number `lines`; null: none. */
export function drawMarks(paper, camera, picture, walls, dark) {
  const ink = (name) => INK[name][dark ? 0 : 1], solid = picture.dimensions === 3, ratio = Math.max(1, camera.ratio);
  const circle = (place, radius, name, filled) => {
    const middle = camera.pixel(place);
    if (!middle) return;
    const {right} = camera.facing(), edge = camera.pixel([...place, 0].slice(0, 3).map((at, axis) => at + radius * right[axis]));
    if (!edge) return;
    paper.beginPath();
    paper.arc(...middle, Math.hypot(edge[0] - middle[0], edge[1] - middle[1]), 0, 2 * Math.PI);
    paper.strokeStyle = paper.fillStyle = ink(name);
    if (filled) paper.fill();
    else paper.stroke();
  };
  paper.lineWidth = ratio;
  if (walls) {
    paper.beginPath();
    for (let k = 0; k < 6 * walls.lines; k += 6) {
      const [from, to] = [walls.floats.subarray(k, k + 3), walls.floats.subarray(k + 3, k + 6)].map((end) => camera.pixel(end));
      if (!from || !to) continue;
      paper.moveTo(...from);
      paper.lineTo(...to);
    }
    paper.strokeStyle = ink('wall');
    paper.lineWidth = (solid ? 1 : 3) * ratio;
    paper.stroke();
    paper.lineWidth = ratio;
  }
  for (const {at, radius} of picture.obstacles || []) circle(at, radius, 'stone', !solid);
  const mark = 0.012 * Math.max(...picture.size), predators = picture.predators || [];
  for (const place of picture.goal || []) {
    for (const radius of [mark, 0.6 * mark]) circle(place, radius, 'goal', false);
  }
  for (let k = 0; k < predators.length; k += picture.dimensions) circle(predators.slice(k, k + picture.dimensions), mark, 'predator', true);
  if (picture.cursor && picture.cursor.at.length) circle(picture.cursor.at, picture.cursor.radius, 'grey', false);
}
