// title: An export that is a number, although the manifest lists it as a tool
// expects: refused
export const attack = 42;
