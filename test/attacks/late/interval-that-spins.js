// title: An interval that never returns
// expects: exceeded_cpu, exceeded_wall_time
export function attack() {
  let ticks = 0;
  return new Promise(() => {
    setInterval(() => {
      ticks += 1;
      while (ticks > 2);
    }, 1);
  });
}
