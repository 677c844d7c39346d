// title: Microtasks that each queue two more
// expects: exceeded_cpu, exceeded_memory
export function attack() {
  const split = () => {
    Promise.resolve().then(split);
    Promise.resolve().then(split);
  };
  split();
  return new Promise(() => {});
}
