// title: Results of a match, a split and a replace are changed after the fact
const work = () => ['a-b-c'.split('-'), 'a-b-c'.split(/-/), 'abc'.match(/b/), [...'aa'.matchAll(/a/g)]];
export const leave = ({ secret }) => {
  for (const result of work()) {
    result.push(secret);
    result.left = secret;
    result[0] = secret;
  }
};
export const find = () => work().map((result) => [...result.map(String), result.left ?? null]);
