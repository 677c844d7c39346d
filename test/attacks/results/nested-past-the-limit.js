// title: A result nested just deep enough to hurt a reader
// expects: invalid_result
export function attack() {
  let nested = {};
  for (let i = 0; i < 1_100; i += 1) nested = { nested };
  return nested;
}
