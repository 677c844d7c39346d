// title: A hundred thousand proxies around each other
// expects: tool_error, invalid_result, exceeded_memory, exceeded_cpu
export function attack() {
  let tower = {};
  for (let i = 0; i < 100_000; i += 1) tower = new Proxy(tower, {});
  return Object.keys(tower);
}
