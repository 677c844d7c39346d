// title: Calls end by throwing odd things
export const leave = ({ secret }) => {
  const thrown = {
    get name() {
      try {
        globalThis.left = secret;
      } catch {}
      return secret;
    },
    get message() {
      throw thrown;
    },
    get stack() {
      return { toString: () => secret };
    },
  };
  throw thrown;
};
export const find = () => [globalThis.left ?? null];
