// title: A graph of forty nodes that JSON.stringify writes out 2^40 times
// expects: exceeded_cpu, exceeded_wall_time, exceeded_memory, runner_lost
export function attack() {
  let node = {};
  for (let i = 0; i < 40; i += 1) node = { a: node, b: node };
  return JSON.stringify(node).length;
}
