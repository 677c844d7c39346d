// title: JSON.parse of a text that has been quoted again and again
// expects: exceeded_cpu, exceeded_wall_time, exceeded_memory, runner_lost, tool_error
export function attack() {
  let text = '"\\"';
  for (;;) {
    text = JSON.stringify(text);
    if (JSON.parse(text).length === 0) return 0;
  }
}
