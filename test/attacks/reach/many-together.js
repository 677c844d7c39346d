// title: Many calls at once that all wait for ever
// expects: exceeded_wall_time, tool_error, runner_lost
// calls: 8
// together: yes
export async function attack() {
  await Promise.all(Array.from({ length: 10 }, () => fetch(`${FAR_END}/never`)));
  return 'answered';
}
