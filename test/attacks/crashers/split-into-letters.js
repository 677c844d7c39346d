// title: A quarter of a billion letters, split one by one
// expects: exceeded_memory, exceeded_cpu, runner_lost
export function attack() {
  return 'x'.repeat(2 ** 28).split('').length;
}
