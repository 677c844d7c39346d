// title: A private field is added to a template object and to builtins
class Returns {
  constructor(value) {
    return value;
  }
}
class Stamp extends Returns {
  #left;
  constructor(value, left) {
    super(value);
    this.#left = left;
  }
  static read(value) {
    return #left in value ? value.#left : null;
  }
}
const tag = (strings) => strings;
const spots = () => [tag`a`, Object.prototype, Array.prototype, globalThis, console, Math.max, RegExp.prototype];
export const leave = ({ secret }) => {
  for (const spot of spots()) {
    try {
      new Stamp(spot, secret);
    } catch {}
  }
};
export const find = () => spots().map((spot) => Stamp.read(spot));
