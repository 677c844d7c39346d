// title: A tool that is a proxy, with every trap spinning
// expects: exceeded_cpu
const spin = () => {
  for (;;);
};
export const attack = new Proxy(() => {}, { apply: spin, get: spin, has: spin, ownKeys: spin, getPrototypeOf: spin });
