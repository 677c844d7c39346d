// title: Shared, growable memory, under every name it has
// expects: ok
// result: ["undefined", "undefined", "undefined"]
export function attack() {
  const globalOf = Function('return this');
  return [typeof SharedArrayBuffer, typeof globalOf().SharedArrayBuffer, typeof structuredClone];
}
