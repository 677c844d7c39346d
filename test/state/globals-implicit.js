// title: Sloppy code made by Function assigns undeclared names
export const leave = ({ secret }) => Function('secret', 'left = secret; this.left2 = secret;')(secret);
export const find = () => [typeof left, typeof left2, globalThis.left ?? null];
