// title: A promise reaction that schedules itself again
// expects: exceeded_cpu, exceeded_memory
export function attack() {
  const again = () => Promise.resolve().then(again);
  return again();
}
