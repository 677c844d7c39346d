// title: A module that enters a builtin while it loads, and cannot be called back
// expects: refused
Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1);
export function attack() {}
