// title: Backtracking hidden inside a lookahead
// expects: exceeded_cpu
export function attack() {
  return 'b'.repeat(60).replace(/(?=((b+)*c))./g, '');
}
