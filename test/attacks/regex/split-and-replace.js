// title: Backtracking inside split, with a limit that does not help
// expects: exceeded_cpu
export function attack() {
  return `${'ab'.repeat(40)}c`.split(/(?:(?:ab)+)+$/, 1).length + `${'x'.repeat(60)}!`.replace(/(x+x+)+y/, '').length;
}
