// title: A pattern that tries every way to split a run of letters
// expects: exceeded_cpu
export function attack() {
  return /^(a+)+$/.test(`${'a'.repeat(50)}!`);
}
