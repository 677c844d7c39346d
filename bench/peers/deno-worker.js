// Peer: Deno with a worker without permissions per call, at most two per core at a time. Runs in Deno.

import { CAP_MS, gate, serveWithDeno } from './deno-gate.js';

const [port, folder] = Deno.args;
const inTurn = gate(2 * navigator.hardwareConcurrency);

const callInWorker = (toolName, argumentsText) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(`file://${folder}/${toolName}.worker.mjs`, {
      type: 'module',
      deno: { permissions: 'none' },
    });
    const end = (settle, value) => {
      clearTimeout(timer);
      worker.terminate();
      settle(value);
    };
    const timer = setTimeout(() => end(reject, new Error('The call took too long.')), CAP_MS);
    worker.onmessage = ({ data }) => end(resolve, data);
    worker.onerror = (event) => {
      event.preventDefault();
      end(reject, new Error(event.message));
    };
    worker.postMessage(argumentsText);
  });

serveWithDeno(Number(port), (toolName, argumentsText) => inTurn(() => callInWorker(toolName, argumentsText)));
