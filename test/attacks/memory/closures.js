// title: Closures that each keep the one before them
// expects: exceeded_memory
export function attack() {
  let keep = () => 0;
  for (let i = 0; ; i += 1) {
    const before = keep;
    const weight = [i, i, i, i];
    keep = () => before.length + weight.length;
  }
}
