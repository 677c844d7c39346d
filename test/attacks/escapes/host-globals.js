// title: A look at every global for one that belongs to the host
// expects: ok
// result: []
export function attack() {
  const host = 'process require module exports Buffer global XMLHttpRequest WebSocket Worker importScripts ivm _ivm'
    .concat(' isolate Deno Bun gc d8 load read print quit navigator localStorage')
    .concat(' WebAssembly SharedArrayBuffer Atomics ShadowRealm setImmediate MessageChannel __dirname send')
    .split(' ');
  const names = Reflect.ownKeys(globalThis).map(String);
  return host.filter((name) => names.includes(name) || name in globalThis);
}
