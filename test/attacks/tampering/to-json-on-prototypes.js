// title: A toJSON on every prototype, which the host must write out as it is
// expects: ok
// result: "bent"
export function attack() {
  Object.prototype.toJSON = () => 'bent';
  String.prototype.toJSON = () => 'bent';
  return { honest: true };
}
