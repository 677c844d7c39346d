// title: An object with ever more names
// expects: exceeded_memory, exceeded_cpu, runner_lost
export function attack() {
  const object = {};
  for (let i = 0; ; i += 1) object[`name ${i}`] = i;
}
