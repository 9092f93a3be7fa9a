// Draws pictures in a worker (picture.js). The first message has the canvas; each other one a camera, a look, and boids if they are new.
import {Camera} from './camera.js';
import {Renderer} from './draw.js';

onmessage = async ({data: {canvas, found, camera, look, picture, save}}) => {
  const answer = {};
  try {
    if (canvas) {
      self.renderer = new Renderer(canvas, found);
    } else if (self.renderer) {
      self.renderer.draw(Object.assign(new Camera(), camera), look, picture);
      self.renderer.finish();
      if (save) answer.blob = await self.renderer.canvas.convertToBlob();
    }
  } catch (error) {
    answer.error = error.message;
  }
  postMessage(answer);
};
