// title: A million bindings of one function
// expects: ok, tool_error, exceeded_memory, exceeded_cpu
export function attack() {
  let bound = () => 1;
  for (let i = 0; i < 1_000_000; i += 1) bound = bound.bind(null, i);
  return bound();
}
