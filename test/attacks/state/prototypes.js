// title: Properties left on every builtin prototype
// expects: ok
// result: []
// calls: 3
export function attack() {
  const holders = [Object, Array, Function, String, Number, RegExp, Map, Promise, Error, Date, ArrayBuffer, Math, JSON];
  const found = holders
    .filter((holder) => Object.hasOwn(holder.prototype ?? holder, 'left'))
    .map((holder) => holder.name);
  for (const holder of holders) Reflect.set(holder.prototype ?? holder, 'left', 'behind');
  return found;
}
