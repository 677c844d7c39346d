// title: A property pattern that backtracks on a property's name
// expects: exceeded_cpu
// output: {"type": "object", "patternProperties": {"^(\\w+\\s?)+$": {"type": "number"}}, "additionalProperties": false}
export function attack() {
  return { [`${'word'.repeat(20)}!`]: 1 };
}
