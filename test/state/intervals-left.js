// title: Intervals that nobody clears, and their numbers
// The intervals are so slow that a waiting call stays within its host calls even if its turn comes late.
let ticks = 0;
export const leave = async ({ secret }) => {
  for (let i = 0; i < 5; i += 1) setInterval(() => console.log(secret), 20);
  await new Promise((resolve) => setTimeout(resolve, 25));
  return null;
};
export const find = async () => {
  const own = await new Promise((resolve) => {
    const timer = setInterval(() => {
      ticks += 1;
      if (ticks < 2) return;
      clearTimeout(timer);
      resolve(timer);
    }, 1);
    for (let id = timer + 1; id < 50; id += 1) clearInterval(id);
  });
  await new Promise((resolve) => setTimeout(resolve, 5));
  return [own, ticks];
};
