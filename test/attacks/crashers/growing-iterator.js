// title: Array.from an iterator that never ends
// expects: exceeded_memory, exceeded_cpu, runner_lost
export function attack() {
  return Array.from({
    *[Symbol.iterator]() {
      for (;;) yield 'more';
    },
  }).length;
}
