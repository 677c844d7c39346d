// title: Generators that stop half way, by the million
// expects: exceeded_memory
function* half() {
  const weight = new Array(100).fill(0);
  yield weight;
  yield weight.length;
}
export function attack() {
  const kept = [];
  for (;;) {
    const generator = half();
    generator.next();
    kept.push(generator);
  }
}
