// title: String.raw over a template of 2^53 - 1 parts
// expects: exceeded_cpu, exceeded_wall_time, exceeded_memory, tool_error
export function attack() {
  return String.raw({ raw: { length: 2 ** 53 - 1 } }).length;
}
