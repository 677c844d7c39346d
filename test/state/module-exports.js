// title: Exports and functions of the module carry properties
export const holder = { left: null };
function inner() {}
export const leave = ({ secret }) => {
  holder.left = secret;
  inner.left = secret;
  leave.left = secret;
  find.left = secret;
  inner.prototype.left = secret;
};
export const find = () => [
  holder.left,
  inner.left ?? null,
  leave.left ?? null,
  find.left ?? null,
  inner.prototype.left ?? null,
];
