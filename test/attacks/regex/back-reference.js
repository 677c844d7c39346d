// title: Back references that make every guess expensive
// expects: exceeded_cpu
export function attack() {
  return /(.*)(.*)(.*)(.*)\1\2\3\4[^x]$/.test('x'.repeat(300));
}
