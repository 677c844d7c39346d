// title: call, apply and bind replaced by functions that do nothing
// expects: ok
// result: "answered"
export async function attack() {
  Reflect.set(Function.prototype, 'call', () => undefined);
  Reflect.set(Function.prototype, 'apply', () => undefined);
  Reflect.set(Function.prototype, 'bind', () => undefined);
  Reflect.set(Reflect, 'apply', () => undefined);
  Reflect.set(Reflect, 'construct', () => undefined);
  console.log('still logged');
  await new Promise((resolve) => setTimeout(resolve, 1));
  return 'answered';
}
