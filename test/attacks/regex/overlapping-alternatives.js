// title: Alternatives that match the same text in many ways
// expects: exceeded_cpu
export function attack() {
  return /^(a|aa|a?a)+$/.test(`${'a'.repeat(60)}!`);
}
