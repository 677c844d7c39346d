// title: A call leaves as much garbage, and as many references, as it can
const kept = [];
export const leave = () => {
  for (let i = 0; i < 120; i += 1) kept.push(new Array(10_000).fill(i));
  return kept.length;
};
export const find = () => {
  const own = [];
  for (let i = 0; i < 120; i += 1) own.push(new Array(10_000).fill(i));
  return [kept.length, own.length];
};
