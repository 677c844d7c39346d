// title: Timers cleared that were never set
// expects: exceeded_cpu
export function attack() {
  for (let i = 0; ; i += 1) clearTimeout(i);
}
