// title: Timers that each carry a megabyte
// expects: exceeded_memory
export function attack() {
  for (let i = 0; i < 500; i += 1) setTimeout(() => {}, 100_000, new Array(130_000).fill(i));
  return new Promise(() => {});
}
