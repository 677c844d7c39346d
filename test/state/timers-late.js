// title: Timers are still set when the call answers
let told = null;
export const leave = ({ secret }) => {
  for (let i = 0; i < 5; i += 1)
    setTimeout(() => {
      told = secret;
      console.log(secret);
    }, i);
  return null;
};
export const find = async () => {
  await new Promise((resolve) => setTimeout(resolve, 30));
  return told;
};
