// title: A module that was evaluated ahead brings an old time into a call
const times = [
  Date.now(),
  new Date().getTime(),
  Date.parse(Date()) + 999,
  globalThis.Temporal ? Number(Temporal.Now.instant().epochMilliseconds) : Date.now(),
];
const shown = new Intl.DateTimeFormat('en', { minute: 'numeric', second: 'numeric' }).format();
export const leave = async () => {
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  return shown.length > 0;
};
// A busy machine may take most of a second from the evaluation of a module to its call; a module that is older than `leave` is older than that.
export const find = () => times.map((time) => Date.now() - time < 950);
