// title: A template's strings, which are one object for each place in the code
// expects: ok
// result: "fresh"
// calls: 3
const letters = new WeakMap();
const tag = (strings) => {
  const found = letters.get(strings) ?? 'fresh';
  letters.set(strings, 'left behind');
  return found;
};
export function attack() {
  return tag`letterbox`;
}
