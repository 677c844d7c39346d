// title: WebAssembly looked for under the global object, in new code and in a sloppy this
// expects: ok
// result: []
export async function attack() {
  const places = {
    global: globalThis.WebAssembly,
    sloppy: new Function('return this.WebAssembly')(),
    evaluated: (0, eval)('typeof WebAssembly') === 'undefined' ? undefined : 'there',
    descriptor: Object.getOwnPropertyDescriptor(globalThis, 'WebAssembly'),
    asynchronous: await new (async () => {}).constructor('return globalThis.WebAssembly')(),
  };
  return Object.keys(places).filter((place) => places[place] !== undefined);
}
