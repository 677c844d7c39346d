// title: Big integers that are never let go
// expects: exceeded_memory
export function attack() {
  const kept = [];
  for (let n = 1n; ; n += 1n) kept.push(n << 100_000n);
}
