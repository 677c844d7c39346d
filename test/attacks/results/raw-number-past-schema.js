// title: A raw number that is infinite after it is parsed
// expects: invalid_result
// output: {"type": "number", "maximum": 10}
export function attack() {
  return JSON.rawJSON ? JSON.rawJSON('1e400') : 1e300;
}
