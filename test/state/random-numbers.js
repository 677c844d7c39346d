// title: The stream of random numbers: drawn ahead, counted, replayed
const ahead = Math.random();
export const leave = () => {
  const drawn = [];
  for (let i = 0; i < 50; i += 1) drawn.push(Math.random());
  return drawn;
};
export const find = ({ left }) => {
  const own = new Set([ahead]);
  for (let i = 0; i < 200; i += 1) own.add(Math.random());
  return [own.size, (left ?? []).filter((value) => own.has(value)).length];
};
