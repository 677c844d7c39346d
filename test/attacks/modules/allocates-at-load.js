// title: A module that takes all memory while it loads
// expects: refused
const kept = [];
for (;;) kept.push(new Array(1000).fill(kept.length));
export function attack() {}
