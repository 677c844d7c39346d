// title: Numbers of timers count on from earlier calls, and are guessed to clear timers of other calls
export const leave = async () => {
  const ids = [];
  for (let i = 0; i < 20; i += 1) ids.push(setTimeout(() => {}, 5));
  return ids.at(-1) > 0 ? null : ids;
};
export const find = () => {
  for (let id = 0; id < 100; id += 1) clearTimeout(id);
  return [setTimeout(() => {}, 1), setTimeout(() => {}, 1)];
};
