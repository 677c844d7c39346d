// title: A number written by JSON.rawJSON with more digits than a double holds
// expects: ok
// result: [12345678901234567890]
// output: {"type": "array", "items": {"type": "number"}}
export function attack() {
  const raw = JSON.rawJSON ?? Number;
  return [raw('12345678901234567890')];
}
