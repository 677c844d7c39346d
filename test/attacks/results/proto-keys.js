// title: Names that would change prototypes if anyone merged them
// expects: ok
// result: {"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}
export function attack() {
  return JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}');
}
