// title: A module changes RegExp.prototype whenever it loads
try {
  RegExp.prototype.loads = (RegExp.prototype.loads ?? 0) + 1;
} catch {}
export const leave = ({ secret }) => {
  RegExp.prototype.left = secret;
};
export const find = () => [RegExp.prototype.loads ?? null, RegExp.prototype.left ?? null];
