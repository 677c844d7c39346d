// title: A schema whose property names are those of JavaScript's own machinery
// expects: refused
// output: {"type": "object", "properties": {"__proto__": {"type": "number"}, "constructor": {"type": "number"}}, "required": ["constructor", "toString"]}
export function attack() {
  return {};
}
