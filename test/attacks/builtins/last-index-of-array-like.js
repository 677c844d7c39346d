// title: lastIndexOf over an array-like object of 2^53 - 1 elements
// expects: exceeded_cpu, exceeded_wall_time
export function attack() {
  return Array.prototype.lastIndexOf.call({ length: 2 ** 53 - 1 }, 1);
}
