// title: Finalizers and weak references that outlive a call
let told = null;
export const leave = ({ secret }) => {
  if (typeof FinalizationRegistry === 'function') {
    const registry = new FinalizationRegistry((value) => {
      told = value;
      console.log(value);
    });
    for (let i = 0; i < 200; i += 1) registry.register({}, secret);
  }
  const garbage = [];
  for (let i = 0; i < 1e4; i += 1) garbage.push({ i });
  return garbage.length;
};
export const find = async () => {
  await new Promise((resolve) => setTimeout(resolve, 5));
  return told;
};
