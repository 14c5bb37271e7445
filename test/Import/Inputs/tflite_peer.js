// Runs TFLite models by npm's build of TFLite for WebAssembly.
//   node tflite_peer.js WASM_FOLDER JOBS.json
// JOBS.json has `model`, the path of a file, and `inputs`, paths of the bytes of its inputs, of
// each job. Prints a list of the results: the bytes in hexadecimal digits, or `message`.
"use strict";
const fs = require("fs"), path = require("path");

const [folder, jobs] = process.argv.slice(2);
const createModule = require(path.join(folder, "tflite_web_api_cc.js"));
const wasmBinary = fs.readFileSync(path.join(folder, "tflite_web_api_cc.wasm"));
let printed = [];
const print = (text) => printed.push(text);
const create = () => createModule({wasmBinary, print, printErr: print});

function getBytes(tensor) {
  const data = tensor.data();
  return data ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array();
}

function run(module, {model, inputs}) {
  const bytes = fs.readFileSync(model), place = module._malloc(bytes.length);
  module.HEAPU8.set(bytes, place);
  const made = module.TFLiteWebModelRunner.CreateFromBufferAndOptions(
    place, bytes.length, {numThreads: 1, enableProfiling: false, maxProfilingBufferEntries: 1});
  if (!made.ok())
    throw new Error(made.errorMessage());
  const runner = made.value(), tensors = runner.GetInputs();
  inputs.forEach((input, i) => {
    const given = fs.readFileSync(input), data = getBytes(tensors.get(i));
    if (data.length != given.length)
      throw new Error(`input ${i} has ${data.length} bytes`);
    data.set(given);
  });
  if (!runner.Infer())
    throw new Error("the model was not run");
  return Buffer.from(getBytes(runner.GetOutputs().get(0))).toString("hex");
}

(async () => {
  const results = [];
  let module = await create();
  for (const job of JSON.parse(fs.readFileSync(jobs))) {
    printed = [];
    try {
      results.push({result: run(module, job)});
    } catch (error) {
      results.push({message: [error, ...printed].join("\n")});
      module = await create();
    }
  }
  console.log(JSON.stringify(results));
})();
