// title: A result that contains itself
// expects: invalid_result
export function attack() {
  const loop = {};
  loop.loop = loop;
  return loop;
}
