// The plugin whose calls must not notice that an attack is going on beside it.

export function neighbour({ n }) {
  let sum = 0;
  for (let i = 1; i <= n; i += 1) sum += i;
  return { n, sum };
}
