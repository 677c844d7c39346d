// title: A call whose promise never settles is given up
let told = null;
export const leave = ({ secret }) =>
  new Promise((resolve) => {
    told = () => resolve(secret);
  });
export const find = () => told;
