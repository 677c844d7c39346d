// title: Requests one after the other, without end
// expects: exceeded_host_calls, exceeded_cpu, exceeded_wall_time
export async function attack() {
  for (;;) {
    try {
      await fetch(`${FAR_END}/ok`);
    } catch {
      // On and on.
    }
  }
}
