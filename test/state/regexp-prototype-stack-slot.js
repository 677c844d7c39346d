// title: A closure lies in the slot that a captured stack leaves on RegExp.prototype
const traced = {};
Error.captureStackTrace(traced);
const { get, set } = Object.getOwnPropertyDescriptor(traced, 'stack');
const left = () => {
  const value = get.call(RegExp.prototype);
  return typeof value === 'function' ? value() : (value ?? null);
};
export const leave = ({ secret }) => {
  let times = 0;
  const tell = () => {
    times += 1;
    return [secret, times];
  };
  try {
    Error.captureStackTrace(RegExp.prototype);
    delete RegExp.prototype.stack;
  } catch {}
  set.call(RegExp.prototype, tell);
  return null;
};
export const find = () => left();
