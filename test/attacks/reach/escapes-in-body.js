// title: A body that becomes six times as long when it is written as JSON
// expects: ok, tool_error, exceeded_memory, exceeded_cpu
// result: "refused"
export async function attack() {
  try {
    await fetch(`${FAR_END}/echo`, { method: 'POST', body: '\u0000'.repeat(4_000_000) });
    return 'sent';
  } catch {
    return 'refused';
  }
}
