// title: Symbols that are registered for ever
// expects: exceeded_memory, exceeded_cpu, runner_lost
export function attack() {
  for (let i = 0; ; i += 1) Symbol.for(`symbol ${i}`);
}
