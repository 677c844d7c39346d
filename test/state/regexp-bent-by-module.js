// title: A module changes RegExp.prototype whenever it loads
RegExp.prototype.loads = (RegExp.prototype.loads ?? 0) + 1;
export const leave = ({ secret }) => {
  RegExp.prototype.left = secret;
};
export const find = () => [RegExp.prototype.loads, RegExp.prototype.left ?? null];
