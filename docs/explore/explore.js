// The explorer page. What is padded with what is asked of PadGeometry (geometry.js);
// this file reads the form, draws the answers and prints the op.

'use strict';

const bytes = Uint8Array.from(atob(GEOMETRY_WASM), (c) => c.charCodeAt(0));
const geometry = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports;

const NUMBERS = ['extent', 'low', 'high', 'interior'];
// What is drawn; larger pads have a text, but no grid.
const MAX_EXTENT = 64;
const EXAMPLES = {
  reflect: '2:reflect:3,2,2,0:reflect:4,3,3,0',
  globe: '2:edge:3,2,2,0:wrap:5,3,3,0',
  interior: '2:constant:3,1,1,1:constant:3,1,1,2',
  crop: '1:reflect:4,-1,1,0',
  periodic: '1:symmetric periodic:3,7,7,0',
};

const $ = (id) => document.getElementById(id);

function modeName(mode) {
  const memory = new Uint8Array(geometry.memory.buffer, geometry.getModeName(mode));
  return new TextDecoder().decode(memory.subarray(0, memory.indexOf(0)));
}

const MODES = Array.from({length: geometry.countModes()}, (_, mode) => modeName(mode));

// Whether the mode has a limit that 'periodic' can lift (C5).
const canRepeat = (mode) => geometry.getPadLimit(mode, false, 0n) >= 0n;
const modeText = (axis) => MODES[axis.mode] + (axis.periodic ? ' periodic' : '');
const arguments4 = (axis) => NUMBERS.map((name) => axis[name]);
const paddedExtent = (axis) => geometry.getPaddedExtent(...arguments4(axis));
const sourceIndex = (axis, index) =>
  Number(geometry.getSourceIndex(...arguments4(axis), axis.mode, axis.periodic, BigInt(index)));
// Whether the index reads the data itself: then any mode does, and constant reads no more.
const isInside = (axis, index) => sourceIndex({...axis, mode: MODES.indexOf('constant'), periodic: false}, index) >= 0;

// ---- The form ------------------------------------------------------------------

function makeAxis(number) {
  const box = document.createElement('fieldset');
  box.id = `axis${number}`;
  const modes = MODES.map((name, mode) => `<option value="${mode}">${name}</option>`).join('');
  const fields = ['extent', 'interior', 'low', 'high'].map((name) => {
    const least = name === 'extent' || name === 'interior' ? ' min="0"' : '';
    return `<label>${name} <input id="${name}${number}" type="number" step="1"${least}></label>`;
  });
  box.innerHTML = `<legend>axis ${number}</legend>
    <label>mode <select id="mode${number}">${modes}</select></label>
    <label class="check"><input id="periodic${number}" type="checkbox"> periodic</label>
    ${fields.join('')}`;
  return box;
}

function readInteger(id) {
  const text = $(id).value.trim();
  const number = /^[+-]?\d+$/.test(text) ? BigInt(text) : 0n;
  return BigInt.asIntN(64, number);
}

function readAxis(number) {
  const mode = Number($(`mode${number}`).value);
  const box = $(`periodic${number}`);
  box.disabled = !canRepeat(mode);
  const axis = {mode, periodic: box.checked && !box.disabled};
  for (const name of NUMBERS)
    axis[name] = readInteger(name + number);
  return axis;
}

function readPad() {
  const rank = Number($('rank').value);
  $('axis1').hidden = rank < 2;
  const axes = Array.from({length: rank}, (_, number) => readAxis(number));
  return {axes, value: BigInt.asIntN(32, readInteger('value'))};
}

// An address such as `#2:edge:3,2,2,0:wrap periodic:5,3,3,0:9` names a pad: the rank,
// for each axis the mode and its numbers, and the padding value.
function readAddress(text) {
  const [rank, ...parts] = decodeURIComponent(text).split(':');
  if (rank !== '1' && rank !== '2')
    return;
  $('rank').value = rank;
  for (let number = 0; number < Number(rank); ++number) {
    const [mode, periodic] = (parts.shift() || '').split(' ');
    $(`mode${number}`).value = Math.max(0, MODES.indexOf(mode));
    $(`periodic${number}`).checked = periodic === 'periodic';
    const numbers = (parts.shift() || '').split(',');
    NUMBERS.forEach((name, i) => { $(name + number).value = numbers[i] || 0; });
  }
  $('value').value = parts.shift() || 0;
}

function addressOf(pad) {
  const axes = pad.axes.map((axis) => `${modeText(axis)}:${arguments4(axis).join()}`);
  return [pad.axes.length, ...axes, pad.value].join(':');
}

// ---- The op ---------------------------------------------------------------------

// C3: whether the op can use a padding value.
const usesValue = (axes) => axes.some((axis) => MODES[axis.mode] === 'constant' || axis.interior !== 0n);

function opText({axes, value}) {
  const modes = axes.map(modeText);
  const list = (name) => `${name}[${axes.map((axis) => axis[name]).join(', ')}]`;
  const type = (extents) => `tensor<${extents.join('x')}xi32>`;
  let text = 'pad.pad ' + (new Set(modes).size === 1 ? modes[0] : `[${modes.join(', ')}]`) + ' %x';
  let before = '';
  if (value !== 0n && usesValue(axes)) {
    before = `%v = arith.constant ${value} : i32\n`;
    text += ' value(%v)';
  }
  text += `\n    ${list('low')} ${list('high')}`;
  if (axes.some((axis) => axis.interior !== 0n))
    text += ' ' + list('interior');
  const padded = axes.map((axis) => paddedExtent(axis) < 0n ? '?' : paddedExtent(axis));
  return `${before}%r = ${text}\n    : ${type(axes.map((axis) => axis.extent))} to ${type(padded)}`;
}

// What the verifier refuses, by the constraints of docs/Semantics.md.
function findFaults(axis, number) {
  if (axis.extent < 0n)
    return [`the extent of axis ${number} is negative`];
  if (axis.interior < 0n)
    return [`interior of axis ${number} is ${axis.interior}, but must not be negative (C2)`];
  // Stands for a number of run time in the op's attributes.
  const unknown = ['low', 'high', 'interior'].find((name) => axis[name] === BigInt.asIntN(64, 1n << 63n));
  if (unknown)
    return [`${unknown} of axis ${number} must be greater than ${axis[unknown]}`];
  const padded = paddedExtent(axis);
  if (padded < 0n)
    return [`axis ${number} exceeds 64-bit extents (C7)`];
  const faults = [];
  const dilated = geometry.getDilatedExtent(axis.extent, axis.interior);
  const limit = geometry.getPadLimit(axis.mode, axis.periodic, dilated);
  for (const name of ['low', 'high'])
    if (limit >= 0n && axis[name] > limit)
      faults.push(`${name} of axis ${number} is ${axis[name]}, but ${MODES[axis.mode]} extends an axis of extent ${dilated} ` +
                  `by at most ${limit}; 'periodic' repeats it (C5)`);
  if (dilated === 0n && padded > 0n && MODES[axis.mode] !== 'constant')
    faults.push(`axis ${number} is empty: ${MODES[axis.mode]} has nothing to extend it with (C6)`);
  return faults;
}

// ---- The grids ------------------------------------------------------------------

// A colour for each source element: hue by column, lightness by row.
function colour([row, column], [rows, columns]) {
  const hue = 30 + 300 * column / Math.max(columns, 1);
  const lightness = 88 - 26 * row / Math.max(rows, 1);
  return `hsl(${hue.toFixed(0)} 75% ${lightness.toFixed(0)}%)`;
}

// Fills `table`; cellAt(row, column) gives the value, the source position or null, and
// whether the cell lies inside of the source.
function drawGrid(table, [rows, columns], shape, cellAt) {
  const body = document.createElement('tbody');
  for (let row = 0; row < rows; ++row) {
    const line = body.insertRow();
    for (let column = 0; column < columns; ++column) {
      const {value, from, inside} = cellAt(row, column);
      const cell = line.insertCell();
      cell.textContent = value;
      cell.className = from ? (inside ? 'data' : 'beyond') : 'padding';
      if (from) {
        cell.style.background = colour(from, shape);
        cell.dataset.from = from.join();
      }
      cell.dataset.at = [row, column].join();
    }
  }
  table.replaceChildren(body);
}

let current;

function update() {
  current = readPad();
  const {axes, value} = current;
  $('text').textContent = opText(current);
  const faults = axes.flatMap(findFaults);
  $('faults').replaceChildren(...faults.map((fault) => {
    const item = document.createElement('li');
    item.textContent = fault;
    return item;
  }));
  $('reads').textContent = '';
  history.replaceState(null, '', '#' + encodeURIComponent(addressOf(current)));

  const padded = axes.map(paddedExtent);
  const sizes = [...padded, ...axes.map((axis) => axis.extent)];
  $('extents').textContent = padded.map((extent) => extent < 0n ? '?' : extent).join(' x ');
  const isDrawn = sizes.every((size) => size >= 0n && size <= BigInt(MAX_EXTENT));
  $('source-title').hidden = !isDrawn;
  if (!isDrawn) {
    $('result').replaceChildren();
    $('source').replaceChildren();
    $('reads').textContent = `Grids of up to ${MAX_EXTENT} elements an axis are drawn.`;
    return;
  }
  // One axis is drawn as a single row.
  const as2d = (list, one) => list.length === 1 ? [one, list[0]] : list;
  const shape = as2d(axes.map((axis) => Number(axis.extent)), 1);
  const extents = as2d(padded.map(Number), 1);
  const pair = as2d(axes, null);
  const numberOf = ([row, column]) => row * shape[1] + column + 1;
  const table = pair.map((axis, i) => Array.from({length: extents[i]}, (_, index) => axis
    ? {from: sourceIndex(axis, index), inside: isInside(axis, index)}
    : {from: 0, inside: true}));
  const fill = usesValue(axes) ? value : 0n;
  drawGrid($('result'), extents, shape, (row, column) => {
    const [a, b] = [table[0][row], table[1][column]];
    const from = a.from < 0 || b.from < 0 ? null : [a.from, b.from];
    return {from, inside: a.inside && b.inside, value: from ? numberOf(from) : fill};
  });
  drawGrid($('source'), shape, shape, (row, column) => ({from: [row, column], inside: true, value: numberOf([row, column])}));
}

// Pointing at a cell of one grid marks what belongs to it in the other.
function mark(cell) {
  for (const old of document.querySelectorAll('td.marked'))
    old.classList.remove('marked');
  if (!cell)
    return;
  cell.classList.add('marked');
  const rank = current.axes.length;
  const short = (position) => '[' + position.split(',').slice(2 - rank).join(', ') + ']';
  const {from, at} = cell.dataset;
  const isResult = $('result').contains(cell);
  if (from)
    for (const other of $(isResult ? 'source' : 'result').querySelectorAll(`[data-from="${from}"]`))
      other.classList.add('marked');
  if (isResult)
    $('reads').textContent = `${short(at)} reads ` + (from ? `source ${short(from)}` : 'the padding value');
}

$('axes').append(makeAxis(0), makeAxis(1));
for (const [name, address] of Object.entries(EXAMPLES)) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = name;
  button.onclick = () => { readAddress(address); update(); };
  $('examples').append(button);
}
$('form').addEventListener('input', update);
for (const id of ['result', 'source'])
  for (const event of ['mouseover', 'click'])
    $(id).addEventListener(event, ({target}) => mark(target.closest('td')));
window.addEventListener('hashchange', () => { readAddress(location.hash.slice(1)); update(); });

readAddress(EXAMPLES.reflect);
readAddress(location.hash.slice(1));
update();
