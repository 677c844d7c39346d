// title: A changed RegExp.prototype informs the module that is evaluated next, which restores it
let stolen = null;
if (RegExp.prototype.exec.left !== undefined) {
  stolen = RegExp.prototype.exec.left;
  RegExp.prototype.exec = RegExp.prototype.exec.original;
}
export const leave = ({ secret }) => {
  const original = RegExp.prototype.exec;
  RegExp.prototype.exec = Object.assign(
    function exec(text) {
      return original.call(this, text);
    },
    { left: secret, original },
  );
};
export const find = () => [stolen, RegExp.prototype.exec.left ?? null];
