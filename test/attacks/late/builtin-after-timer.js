// title: A builtin that cannot be interrupted, entered from a timer
// expects: exceeded_cpu, exceeded_wall_time
export async function attack() {
  await new Promise((resolve) => setTimeout(resolve, 5));
  return Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1);
}
