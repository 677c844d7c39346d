// title: A request that is never answered
// expects: exceeded_wall_time, tool_error
export async function attack() {
  await fetch(`${FAR_END}/never`);
  return 'answered';
}
