// title: A captured stack leaves an empty slot on RegExp.prototype, which takes a value in a later call
const traced = {};
Error.captureStackTrace(traced);
const { get, set } = Object.getOwnPropertyDescriptor(traced, 'stack');
export const leave = () => {
  try {
    Error.captureStackTrace(RegExp.prototype);
    delete RegExp.prototype.stack;
  } catch {}
  set.call(RegExp.prototype, undefined);
  return null;
};
export const find = () => {
  set.call(RegExp.prototype, 'taken');
  const taken = get.call(RegExp.prototype) ?? null;
  set.call(RegExp.prototype, undefined);
  return taken;
};
