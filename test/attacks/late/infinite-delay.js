// title: Timers with delays that are no delays
// expects: exceeded_wall_time
export function attack() {
  for (const delay of [Number.POSITIVE_INFINITY, 2 ** 53, 1e300]) setTimeout(() => {}, delay);
  return new Promise(() => {});
}
