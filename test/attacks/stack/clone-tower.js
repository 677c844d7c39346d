// title: A tower of 200,000 objects is cloned
// expects: tool_error, exceeded_cpu, exceeded_memory
export function attack() {
  let tower = {};
  for (let i = 0; i < 200_000; i += 1) tower = { tower };
  return Object.keys(structuredClone(tower));
}
