// title: A sloppy function that asks who called it
// expects: ok
// result: []
const callers = [];
const spy = new Function(
  'callers',
  'return function spy() { callers.push(spy.caller, spy.arguments.callee.caller); return 1; }',
)(callers);
export async function attack() {
  const watched = Object.defineProperty({}, 'message', { get: spy });
  console.log({ toJSON: spy });
  spy();
  await new Promise((resolve) => {
    setTimeout(spy, 0);
    setTimeout(resolve, 2);
  });
  queueMicrotask(spy);
  await new Promise((resolve) => setTimeout(resolve, 1));
  return callers.filter((caller) => caller !== null && caller !== watched).map((caller) => String(caller).slice(0, 80));
}
