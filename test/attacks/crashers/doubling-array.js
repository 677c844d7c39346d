// title: An array that is pushed into itself
// expects: exceeded_memory, exceeded_cpu, runner_lost, tool_error
export function attack() {
  let list = [1, 2, 3, 4];
  for (;;) list = list.concat(list);
}
