// title: Variables, closures, statics and private fields of the module
let variable = null;
const list = [];
const counter = (() => {
  let count = 0;
  return () => (count += 1);
})();
class Store {
  static left = null;
  static #hidden = null;
  static keep(value) {
    Store.left = value;
    Store.#hidden = value;
  }
  static read() {
    return [Store.left, Store.#hidden];
  }
}
export const leave = ({ secret }) => {
  variable = secret;
  list.push(secret);
  Store.keep(secret);
  counter();
};
export const find = () => [variable, list, Store.read(), counter()];
