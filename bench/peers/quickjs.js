// Peer: Koa and QuickJS compiled to WebAssembly: a fresh runtime and context for every call, in the same process.
// In JavaScript, because the check of types runs without its package.

import { getQuickJS, shouldInterruptAfterDeadline } from 'quickjs-emscripten';
import { serveWithKoa } from './koa-server.ts';
import { CAP_MS, commandLine, loadScripts, MEMORY_MB, named } from './tool-folder.ts';

const { port, folder } = commandLine();
const scripts = loadScripts(folder);
const quickJs = await getQuickJS();

const callIn = (context, script, argumentsText) => {
  context.runtime.setMemoryLimit(MEMORY_MB * 2 ** 20);
  context.runtime.setInterruptHandler(shouldInterruptAfterDeadline(Date.now() + CAP_MS));
  context.unwrapResult(context.evalCode(script)).dispose();
  const callTool = context.getProp(context.global, 'callTool');
  const input = context.newString(argumentsText);
  try {
    const result = context.unwrapResult(context.callFunction(callTool, context.undefined, input));
    const text = context.getString(result);
    result.dispose();
    return text;
  } finally {
    callTool.dispose();
    input.dispose();
  }
};

serveWithKoa(port, (toolName, args) => {
  const context = quickJs.newContext();
  try {
    return callIn(context, named(scripts, toolName), JSON.stringify(args));
  } finally {
    context.dispose();
  }
});
