// title: A quarter of a billion matches in one array
// expects: exceeded_memory, exceeded_cpu, runner_lost
export function attack() {
  return 'a'.repeat(2 ** 28).match(/a/g).length;
}
