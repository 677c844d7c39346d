// title: A proxy thrown, whose every trap throws
// expects: tool_error
export function attack() {
  const refuse = () => {
    throw new Error('no');
  };
  throw new Proxy(() => {}, { get: refuse, has: refuse, getPrototypeOf: refuse, ownKeys: refuse, apply: refuse });
}
