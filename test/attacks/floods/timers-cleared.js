// title: Timers set and cleared without end
// expects: exceeded_host_calls, exceeded_cpu
export function attack() {
  for (;;) clearTimeout(setTimeout(() => {}, 1000));
}
