// title: Engine switches left behind: stack depth, console, clock
// expects: ok
// result: [10, "function", true]
// calls: 3
export function attack() {
  const found = [Error.stackTraceLimit, typeof console.log, Date.now() > 1_600_000_000_000];
  Reflect.set(Error, 'stackTraceLimit', 0);
  Reflect.set(console, 'log', undefined);
  Reflect.set(Date, 'now', () => 0);
  return found;
}
