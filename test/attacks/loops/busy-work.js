// title: A loop that looks busy and keeps the optimising compiler at work
// expects: exceeded_cpu
export function attack() {
  let sum = 0;
  for (let i = 0; sum !== Number.POSITIVE_INFINITY; i = (i + 1) % 1000) sum = (sum + Math.sqrt(i)) % 7;
  return sum;
}
