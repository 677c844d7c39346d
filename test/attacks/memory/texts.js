// title: Flat strings that are never let go
// expects: exceeded_memory
export function attack() {
  const kept = [];
  for (let i = 0; ; i += 1) kept.push(JSON.stringify({ text: `${i}`.repeat(1000) }));
}
