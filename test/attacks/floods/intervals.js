// title: Intervals that are never cleared
// expects: exceeded_host_calls, exceeded_wall_time
export function attack() {
  for (let i = 0; i < 50; i += 1) setInterval(() => {}, 0);
  return new Promise(() => {});
}
