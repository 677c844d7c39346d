// title: reverse of an array-like object with nothing in it
// expects: exceeded_cpu, exceeded_wall_time
export function attack() {
  return Array.prototype.reverse.call({ length: 2 ** 53 - 1 });
}
