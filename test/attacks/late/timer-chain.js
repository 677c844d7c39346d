// title: A timer that sets itself again without end
// expects: exceeded_host_calls, exceeded_wall_time, exceeded_cpu
export function attack() {
  const again = () => setTimeout(again, 0);
  again();
  return new Promise(() => {});
}
