// title: A module that is evaluated ahead uses the clock, timers and the log while it loads
const loadedMs = Date.now();
const made = new Date();
let timer = 'none';
try {
  timer = typeof setTimeout(() => {}, 1);
} catch {
  timer = 'refused';
}
console.log('loading');
let ticks = 0;
queueMicrotask(() => {
  ticks += 1;
});
export const leave = async () => {
  await new Promise((resolve) => setTimeout(resolve, 400));
  return null;
};
export const find = () => [Date.now() - loadedMs < 300, Date.now() - made.getTime() < 300, timer, ticks];
