// title: A module that never finishes loading
// expects: refused
for (;;);
export function attack() {}
