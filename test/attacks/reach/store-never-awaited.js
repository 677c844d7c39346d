// title: Entries set by the thousand, none awaited
// expects: ok, exceeded_host_calls, exceeded_cpu, tool_error
export function attack(_args, { store }) {
  for (let i = 0; i < 900; i += 1) store.set(`key-${i}`, i);
  return 'set';
}
