// The plugin of the neighbours. Its calls must not notice that another plugin attacks.

export function neighbour({ n }) {
  let sum = 0;
  for (let i = 1; i <= n; i += 1) sum += i;
  return { n, sum };
}
