// title: A registered symbol's prototype used as a letterbox
// expects: ok
// result: "fresh"
// calls: 3
export function attack() {
  const found = Symbol.for('letterbox').letter ?? 'fresh';
  Reflect.set(Symbol.prototype, 'letter', 'left behind');
  return found;
}
