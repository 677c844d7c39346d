// title: Requests by the hundred thousand, none awaited
// expects: exceeded_host_calls, exceeded_cpu, tool_error
export function attack() {
  for (let i = 0; i < 100_000; i += 1) fetch(`${FAR_END}/ok`);
  return 'sent';
}
