// title: An allocator that swallows every error it meets
// expects: exceeded_memory
export function attack() {
  const kept = [];
  for (;;) {
    try {
      for (;;) kept.push(new Array(10_000).fill({}));
    } catch {
      kept.push('again');
    }
  }
}
