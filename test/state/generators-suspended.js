// title: A generator is left suspended inside try and finally
let running = null;
let log = [];
function* walk(secret) {
  try {
    log.push('in');
    yield secret;
  } finally {
    log.push('out');
  }
}
export const leave = ({ secret }) => {
  running = walk(secret);
  running.next();
  for (const value of walk(secret)) {
    void value;
  }
};
export const find = () => [running?.next().value ?? null, log];
