// title: Arrays that are never let go
// expects: exceeded_memory
export function attack() {
  const kept = [];
  for (;;) kept.push(new Array(1000).fill(kept.length));
}
