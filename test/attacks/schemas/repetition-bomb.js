// title: A pattern whose repetitions multiply to a billion
// expects: refused, exceeded_cpu, exceeded_memory, exceeded_wall_time, invalid_result, runner_lost
// output: {"type": "string", "pattern": "^(?:(?:(?:a{1,1000}){1,1000}){1,1000}){1,1000}$"}
export function attack() {
  return `${'a'.repeat(100_000)}b`;
}
