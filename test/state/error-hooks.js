// title: Hooks and limits of stack traces
const attempt = (act) => {
  try {
    act();
  } catch {}
};
export const leave = ({ secret }) => {
  attempt(() => {
    Error.stackTraceLimit = 1;
  });
  attempt(() => {
    Error.prepareStackTrace = () => secret;
  });
  attempt(() => Object.defineProperty(Error, 'prepareStackTrace', { value: () => secret }));
  attempt(() => {
    TypeError.prepareStackTrace = () => secret;
  });
  attempt(() => {
    Error.captureStackTrace = () => secret;
  });
  attempt(() => {
    Function.prototype.prepareStackTrace = () => secret;
  });
  attempt(() => {
    Object.prototype.prepareStackTrace = () => secret;
  });
};
export const find = () => {
  const deep = (levels) => (levels > 0 ? deep(levels - 1) : new Error('x').stack.split('\n').length);
  return [Error.stackTraceLimit, typeof Error.prepareStackTrace, deep(20), typeof Error.captureStackTrace];
};
