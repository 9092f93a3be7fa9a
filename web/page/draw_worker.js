// Draws pictures in a worker (picture.js). The first message has the canvas of the page, or asks for one whose pictures are sent back; each
// other one has a camera, a look, and boids if they are new.
import {Camera} from './camera.js';
import {Renderer} from './draw.js';

onmessage = async ({data: {canvas, found, sent, camera, look, picture, save}}) => {
  const answer = {};
  try {
    if (found) {
      self.sent = sent;
      self.renderer = new Renderer(canvas || new OffscreenCanvas(1, 1), found);
    } else if (self.renderer) {
      self.renderer.draw(Object.assign(new Camera(), camera), look, picture);
      self.renderer.finish();
      if (self.sent) answer.bitmap = self.renderer.canvas.transferToImageBitmap();
      if (save) answer.blob = await self.renderer.canvas.convertToBlob();
    }
  } catch (error) {
    answer.error = error.message;
  }
  postMessage(answer, answer.bitmap ? [answer.bitmap] : []);
};
