// title: Shared, growable memory, under every name it has
// expects: ok
// result: ["undefined", "undefined", "[object ArrayBuffer]"]
export function attack() {
  const globalOf = Function('return this');
  const clone = structuredClone(new ArrayBuffer(8));
  return [typeof SharedArrayBuffer, typeof globalOf().SharedArrayBuffer, Object.prototype.toString.call(clone)];
}
