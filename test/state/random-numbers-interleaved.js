// title: A call that waits draws from the random numbers of a call that runs meanwhile
export const leave = async () => {
  const drawn = [];
  for (let i = 0; i < 6; i += 1) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    for (let j = 0; j < 20; j += 1) drawn.push(Math.random());
  }
  return drawn;
};
export const find = async ({ left }) => {
  const own = new Set();
  for (let i = 0; i < 4; i += 1) {
    for (let j = 0; j < 20; j += 1) own.add(Math.random());
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return [own.size, (left ?? []).filter((value) => own.has(value)).length];
};
