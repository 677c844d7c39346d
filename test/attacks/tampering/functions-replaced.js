// title: call, apply and bind replaced by functions that do nothing
// expects: ok
// result: "answered"
// Some of what all calls share refuses with an error: the attack goes on.
const replace = (target, key, value) => {
  try {
    return Reflect.set(target, key, value);
  } catch {
    return false;
  }
};
export async function attack() {
  replace(Function.prototype, 'call', () => undefined);
  replace(Function.prototype, 'apply', () => undefined);
  replace(Function.prototype, 'bind', () => undefined);
  replace(Reflect, 'apply', () => undefined);
  replace(Reflect, 'construct', () => undefined);
  console.log('still logged');
  await new Promise((resolve) => setTimeout(resolve, 1));
  return 'answered';
}
