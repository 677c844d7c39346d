// title: A microtask that spins once the result has been given
// expects: ok, exceeded_cpu, exceeded_memory
// result: 1
export function attack() {
  const again = () => Promise.resolve().then(again);
  let steps = 0;
  const wait = () => {
    steps += 1;
    return steps < 20 ? Promise.resolve().then(wait) : again();
  };
  wait();
  return 1;
}
