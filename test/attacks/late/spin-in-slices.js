// title: CPU time spent in short slices, each far below every limit
// expects: exceeded_cpu
const spin = (milliseconds) => {
  const until = Date.now() + milliseconds;
  while (Date.now() < until);
};
export async function attack() {
  for (;;) {
    spin(30);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}
