// Peer: Deno with a process without permissions per call, at most two per core at a time. Runs in Deno.

import { CAP_MS, gate, serveWithDeno } from './deno-gate.js';

const [port, folder] = Deno.args;
const inTurn = gate(2 * navigator.hardwareConcurrency);

const callInProcess = async (toolName, argumentsText) => {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      'run',
      '--quiet',
      '--no-prompt',
      '--no-config',
      '--no-remote',
      '--no-lock',
      `${folder}/${toolName}.stdin.mjs`,
    ],
    stdin: 'piped',
    stdout: 'piped',
    stderr: 'null',
  }).spawn();
  const timer = setTimeout(() => child.kill('SIGKILL'), CAP_MS);
  try {
    // A process that has ended takes no more input. Its exit status says whether it failed.
    new Response(argumentsText).body.pipeTo(child.stdin).catch(() => undefined);
    const { success, stdout } = await child.output();
    if (!success) throw new Error('The process failed.');
    return new TextDecoder().decode(stdout);
  } finally {
    clearTimeout(timer);
  }
};

serveWithDeno(Number(port), (toolName, argumentsText) => inTurn(() => callInProcess(toolName, argumentsText)));
