// title: Host calls from a chain of microtasks
// expects: exceeded_host_calls, exceeded_cpu
export function attack() {
  const again = () => {
    console.info('.');
    return Promise.resolve().then(again);
  };
  return again();
}
