// Makes a realm that has only the globals of ECMAScript, all frozen, as a frozen realm without web APIs. For tests of plugin code only.

import vm from 'node:vm';
import { transformSync } from 'esbuild';

const FREEZE = `
  for (const name of ['WebAssembly', 'SharedArrayBuffer', 'Atomics', 'console']) delete globalThis[name];
  const seen = new Set();
  const queue = [globalThis, (function* () {}).constructor, (async () => {}).constructor, (async function* () {}).constructor,
    [][Symbol.iterator](), new Map()[Symbol.iterator](), ''[Symbol.iterator](), 'a'.matchAll(/a/g)].flatMap((root) =>
    root === globalThis ? [root] : [root, Object.getPrototypeOf(root)]);
  while (queue.length > 0) {
    const value = queue.pop();
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) continue;
    seen.add(value);
    queue.push(Object.getPrototypeOf(value));
    for (const { value: own, get, set } of Object.values(Object.getOwnPropertyDescriptors(value))) queue.push(own, get, set);
    if (value !== globalThis) Object.freeze(value);
  }
  Object.freeze(globalThis);`;

/** Loads a self-contained ES module into a new frozen realm. The function it returns calls an export with JSON text, and resolves with JSON text. */
export function loadBare(source: string, loader: 'js' | 'ts' = 'js'): (tool: string, text: string) => Promise<string> {
  const { code } = transformSync(source, { loader, format: 'cjs', target: 'esnext' });
  const context = vm.createContext(vm.constants.DONT_CONTEXTIFY);
  vm.runInContext(`'use strict'; ${FREEZE}`, context);
  return vm.runInContext(
    `'use strict'; (() => { const module = { exports: {} };\n((module) => {${code}\n})(module);
    return async (tool, text) => JSON.stringify(await module.exports[tool](JSON.parse(text), Object.freeze({}))); })()`,
    context,
  );
}
