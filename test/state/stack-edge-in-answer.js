// title: A result, an error and a thenable that overflow the stack while they are read
export const leave = ({ secret }) => {
  const down = () => {
    down();
  };
  return {
    get a() {
      try {
        down();
      } catch {}
      return secret;
    },
    toJSON() {
      down();
      return secret;
    },
  };
};
export const find = () => {
  try {
    throw Object.assign(new Error('x'), {});
  } catch (error) {
    return error.message;
  }
};
