// title: Errors thrown by the engine and by the host are changed
const failing = [
  () => null.x,
  () => missing,
  () => {
    'x'.repeat(-1);
  },
  () => BigInt('x'),
  () => JSON.parse('{'),
  () => {
    Object.defineProperty(Object.freeze({}), 'x', { value: 1 });
  },
  () => setTimeout(1),
  () => queueMicrotask(1),
  () => new ArrayBuffer(-1),
  function deep() {
    deep();
  },
];
const errors = () =>
  failing.map((act) => {
    try {
      act();
    } catch (error) {
      return error;
    }
    return {};
  });
export const leave = ({ secret }) => {
  for (const error of errors()) {
    error.left = secret;
    error.message = secret;
    Reflect.setPrototypeOf(error, { secret });
  }
};
export const find = () =>
  errors().map((error) => [error.left ?? null, error.secret ?? null, error.name, error.message]);
