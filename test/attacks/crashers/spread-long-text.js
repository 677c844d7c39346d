// title: A spread of a very long text
// expects: exceeded_memory, exceeded_cpu, runner_lost, tool_error
export function attack() {
  return [...'x'.repeat(2 ** 28)].length;
}
