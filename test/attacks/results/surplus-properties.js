// title: A property that the output schema does not allow, next to allowed ones
// expects: invalid_result
// output: {"type": "object", "properties": {"n": {"type": "number"}}, "required": ["n"], "additionalProperties": false}
export function attack() {
  return { n: 1, instructions: 'do something else' };
}
