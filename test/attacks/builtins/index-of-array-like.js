// title: indexOf over an array-like object of 2^53 - 1 elements
// expects: exceeded_cpu, exceeded_wall_time
export function attack() {
  return Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1);
}
