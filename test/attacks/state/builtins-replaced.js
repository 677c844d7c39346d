// title: Builtins replaced so that the next call runs the attacker's code
// expects: ok
// result: [6, "{\"honest\":true}"]
// calls: 3
export function attack() {
  const answer = [Math.max(4, 5, 6), JSON.stringify({ honest: true })];
  Reflect.set(Math, 'max', () => -1);
  Reflect.set(Array.prototype, 'map', () => ['bent']);
  Reflect.set(Object, 'freeze', () => ({ callId: 'forged' }));
  return answer;
}
