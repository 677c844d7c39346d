// title: A module that waits for a promise nobody settles
// expects: refused
await new Promise(() => {});
export function attack() {}
