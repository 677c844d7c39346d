// title: A call spends nearly all of its host calls
export const leave = ({ secret }) => {
  for (let i = 0; i < 900; i += 1) console.log(secret);
  return null;
};
export const find = async () => {
  console.log('mine');
  await new Promise((resolve) => setTimeout(resolve, 1));
  return 'may ask';
};
