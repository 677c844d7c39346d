// title: copyWithin of an array-like object with nothing in it
// expects: exceeded_cpu, exceeded_wall_time
export function attack() {
  return Array.prototype.copyWithin.call({ length: 2 ** 53 - 1 }, 0, 1);
}
