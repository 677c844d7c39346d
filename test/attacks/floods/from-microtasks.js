// title: Log lines from a chain of microtasks
// expects: exceeded_cpu, exceeded_wall_time, exceeded_memory
export function attack() {
  const again = () => {
    console.info('.');
    return Promise.resolve().then(again);
  };
  return again();
}
