// title: A thenable result keeps the functions that settle it
let settle = null;
export const leave = ({ secret }) => ({
  then(resolve) {
    settle = resolve;
    resolve.left = secret;
    resolve.constructor.left = secret;
    resolve('done');
    resolve(secret);
  },
});
export const find = async () => [
  settle,
  await {
    then(resolve) {
      resolve([resolve.left ?? null, resolve.name, resolve.length]);
    },
  },
];
