// title: Methods and members are added to the console
export const leave = ({ secret }) => {
  const tries = [
    () => (console.log = () => secret),
    () => (console.secret = secret),
    () => Object.defineProperty(console, 'warn', { value: () => secret }),
    () => delete console.error,
    () => Object.setPrototypeOf(console, { secret }),
    () => (console.count.secret = secret),
  ];
  for (const attempt of tries) {
    try {
      attempt();
    } catch {
      // A shared console cannot be changed.
    }
  }
  return null;
};
export const find = () =>
  [console.log('x'), console.secret, console.warn('x'), typeof console.error, console.count.secret].map(String);
