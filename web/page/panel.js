// Controls of the rules. Groups, names, units, ranges, words and help are those of the program's own list of keys (web/controls.cpp).

const make = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name in element) element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
};

/** The shortest text that a slider's number needs. */
const short = (value) => String(Number(Number(value).toPrecision(4)));
/** As TOML: a float has a point. */
const float = (value) => (/[.e]/.test(String(value)) ? String(value) : `${value}.0`);

/** `onChange(key, text)`: a value as TOML. `anyKey`: a form with a key and a value, for keys without a control. */
export class Controls {
  constructor(box, anyKey, onChange) {
    anyKey.onsubmit = (event) => {
      event.preventDefault();
      onChange(...[...anyKey.querySelectorAll('input')].map((input) => input.value.trim()));
    };
    this.box = box;
    this.onChange = onChange;
    this.ranges = new Map();
    this.rows = new Map();
  }

  /** Shows these controls; `fresh`: a flock began, and sliders get their ranges anew. */
  show(list, fresh) {
    if (fresh) this.ranges.clear();
    const names = list.map(({key}) => key).join();
    if (names !== this.names) {
      this.names = names;
      this.build(list);
    }
    for (const control of list) this.update(control, fresh);
  }

  build(list) {
    this.rows.clear();
    const groups = new Map();
    const often = ({key}) => /weight$|\.radius$|max_speed$|^(?!rules)/.test(key), seldom = list.filter((control) => !often(control));
    for (const control of [...list.filter(often), ...seldom]) {
      const group = control.group + (often(control) ? '' : ': more');
      if (!groups.has(group)) groups.set(group, make('fieldset', {}, make('legend', {textContent: group})));
      groups.get(group).append(this.row(control));
    }
    this.box.replaceChildren(...groups.values());
  }

  row(control) {
    const id = `key-${control.key}`, unit = control.unit ? ` [${control.unit}]` : '';
    const help = `${control.key}: ${control.help}${unit}`;
    const name = make('label', {className: 'name', htmlFor: id, title: help}, control.label);
    const row = {control};
    const changed = (text) => this.onChange(control.key, text);
    if (control.kind === 'choice') {
      row.input = make('select', {id, title: help}, ...control.words.map((word) => make('option', {textContent: word})));
      row.input.onchange = () => changed(`"${row.input.value}"`);
      return this.keep(row, make('div', {className: 'control'}, name, row.input));
    }
    if (control.kind === 'flag') {
      row.input = make('input', {id, type: 'checkbox', title: help});
      row.input.onchange = () => changed(String(row.input.checked));
      return this.keep(row, make('div', {className: 'control'}, name, row.input));
    }
    const typed = (text) => (control.kind === 'number' && /^[+-]?\d+$/.test(text.trim()) ? float(text.trim())
      : (control.words || []).includes(text.trim()) ? `"${text.trim()}"` : text.trim());
    row.text = make('input', {type: 'text', inputMode: 'decimal', title: help, autocomplete: 'off', 'aria-label': `${control.label}, value`});
    row.text.onchange = () => changed(typed(row.text.value));
    if (control.kind === 'whole') {
      row.text.id = id;
      row.text.style.gridColumn = '2 / 4';
      return this.keep(row, make('div', {className: 'control'}, name, row.text));
    }
    row.input = make('input', {id, type: 'range', step: 'any', title: help});
    row.input.oninput = () => { row.text.value = short(row.input.value); changed(float(short(row.input.value))); };
    return this.keep(row, make('div', {className: 'control'}, name, row.input, row.text));
  }

  keep(row, element) {
    this.rows.set(row.control.key, row);
    return element;
  }

  update(control) {
    const row = this.rows.get(control.key);
    if (control.kind === 'choice') row.input.value = control.value;
    else if (control.kind === 'flag') row.input.checked = control.value;
    else if (control.kind === 'whole') row.text.value = control.value;
    else {
      if (!this.ranges.has(control.key)) this.ranges.set(control.key, [control.low, control.high]);
      const range = this.ranges.get(control.key);
      range[0] = Math.min(range[0], control.value);
      range[1] = Math.max(range[1], control.value);
      [row.input.min, row.input.max] = range;
      if (document.activeElement !== row.input) row.input.value = control.value;
      if (document.activeElement !== row.text) row.text.value = short(control.value);
    }
  }
}

/** A button for each preset. */
export function showGallery(box, presets, choose) {
  for (const preset of presets) {
    const text = make('span', {textContent: preset.summary + (preset.dimensions === 3 ? ' · 3D' : '')});
    const button = make('button', {type: 'button', onclick: () => choose(preset.name)}, preset.name, text);
    button.dataset.preset = preset.name;
    box.append(button);
  }
}
