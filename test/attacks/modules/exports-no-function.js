// title: An export that is a number where the manifest promises a tool
// expects: refused
export const attack = 42;
