// title: The format regex, which compiles the result as a pattern
// expects: invalid_result, exceeded_cpu, exceeded_memory, exceeded_wall_time
// output: {"type": "array", "items": {"type": "string", "format": "regex"}}
export function attack() {
  return Array.from({ length: 40 }, () => '('.repeat(20_000));
}
