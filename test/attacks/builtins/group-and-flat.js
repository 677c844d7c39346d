// title: flat of arrays that contain each other's copies
// expects: exceeded_cpu, exceeded_wall_time, exceeded_memory, runner_lost, tool_error
export function attack() {
  let node = [1];
  for (let i = 0; i < 40; i += 1) node = [node, node];
  return node.flat(Number.POSITIVE_INFINITY).length;
}
