// title: Counters, timers and groups of the console, which the next lines show
export const leave = () => {
  for (let i = 0; i < 5; i += 1) console.count('calls');
  console.time('began');
  console.group('open');
  console.group();
  return null;
};
export const find = () => {
  const { stringify } = JSON;
  const read = [];
  const seen = { toJSON: () => (read.push('read'), null) };
  console.count('calls');
  console.timeEnd('began');
  console.log(seen);
  return [stringify(read), Object.keys(console).length];
};
