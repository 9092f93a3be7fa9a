// Files that the page gives to its user, and takes.

/** Lets the browser save a text or a Blob under this name. */
export function save(content, name, type) {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], {type}));
  Object.assign(document.createElement('a'), {href: url, download: name}).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);  // the browser has read it long before
}

/** Copies a text and shows it in `output`, also where the browser gives no clipboard; `say` tells of it. */
export async function copy(text, output, say, what) {
  output.textContent = text;
  try {
    await navigator.clipboard.writeText(text);
    say(`${what} is copied`);
  } catch {
    say(`${what} stands below the button: this browser gives no clipboard`);
  }
}

/** `open(file)`: one that is chosen in `input`, or dropped on the page, while `hint` is shown. */
export function takeFiles(input, hint, open) {
  input.onchange = () => [...input.files].slice(0, 1).forEach(open);
  input.onclick = () => { input.value = ''; };  // the same file can be opened again
  addEventListener('dragover', (event) => { event.preventDefault(); hint.hidden = false; });
  addEventListener('dragleave', (event) => { hint.hidden = !event.relatedTarget; });
  addEventListener('drop', (event) => {
    event.preventDefault();
    hint.hidden = true;
    if (event.dataTransfer.files.length) open(event.dataTransfer.files[0]);
  });
}

/** Records the canvas as WebM between two presses of a button. */
export class Film {
  constructor(canvas, button, say) { Object.assign(this, {canvas, button, say, recorder: null}); }

  toggle() {
    if (this.recorder) {
      this.recorder.stop();
      return;
    }
    if (!window.MediaRecorder || !this.canvas.captureStream || !MediaRecorder.isTypeSupported('video/webm')) {
      this.say('this browser records no films', true);
      return;
    }
    const parts = [];
    this.recorder = new MediaRecorder(this.canvas.captureStream(30), {mimeType: 'video/webm'});
    this.recorder.ondataavailable = ({data}) => parts.push(data);
    this.recorder.onstop = () => {
      this.recorder = null;
      this.button.textContent = 'Record film';
      save(new Blob(parts, {type: 'video/webm'}), 'murmuration.webm');
    };
    this.recorder.start();
    this.button.textContent = 'Stop and save film';
  }
}
