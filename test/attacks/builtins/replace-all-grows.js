// title: replaceAll that makes the text longer between all its letters
// expects: exceeded_cpu, exceeded_wall_time, exceeded_memory, runner_lost, tool_error
export function attack() {
  let text = 'ab';
  for (;;) text = text.replaceAll('', text.slice(0, 500));
}
