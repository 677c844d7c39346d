// title: call, apply and bind replaced by functions that do nothing
// expects: ok
// result: "answered"
export async function attack() {
  Function.prototype.call = () => undefined;
  Function.prototype.apply = () => undefined;
  Function.prototype.bind = () => undefined;
  Reflect.apply = () => undefined;
  Reflect.construct = () => undefined;
  console.log('still logged');
  await new Promise((resolve) => setTimeout(resolve, 1));
  return 'answered';
}
