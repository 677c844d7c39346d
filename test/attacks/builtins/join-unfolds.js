// title: Forty arrays whose text doubles with each one
// expects: exceeded_cpu, exceeded_wall_time, exceeded_memory, tool_error
export function attack() {
  let node = ['x'];
  for (let i = 0; i < 40; i += 1) node = [node, node];
  return String(node).length;
}
