// title: Required properties that every object inherits and none has
// expects: invalid_result
// output: {"type": "object", "properties": {"constructor": {"type": "object"}}, "required": ["constructor", "toString"]}
export function attack() {
  return {};
}
