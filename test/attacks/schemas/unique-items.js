// title: Unique items, compared each with each, deep inside
// expects: exceeded_cpu
// output: {"type": "array", "uniqueItems": true}
export function attack() {
  return Array.from({ length: 20_000 }, (_value, n) => ({ a: { b: [1, 2, 3, { c: n }] } }));
}
