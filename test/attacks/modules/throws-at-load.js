// title: A module that throws null while it loads
// expects: refused
throw null;
export function attack() {}
