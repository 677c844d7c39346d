// title: A result nested a hundred thousand levels deep
// expects: invalid_result
export function attack() {
  let nested = [];
  for (let i = 0; i < 100_000; i += 1) nested = [nested];
  return nested;
}
