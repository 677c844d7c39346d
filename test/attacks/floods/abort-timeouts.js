// title: Signals that time out, by the million
// expects: exceeded_host_calls
export function attack() {
  for (let i = 0; i < 2_000_000; i += 1) AbortSignal.timeout(1000);
  return 'set';
}
