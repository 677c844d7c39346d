// title: A body of more bytes than may leave
// expects: ok, tool_error, exceeded_memory, exceeded_cpu
// result: "refused"
export async function attack() {
  try {
    await fetch(`${FAR_END}/echo`, { method: 'POST', body: 'x'.repeat(8_000_000) });
    return 'sent';
  } catch {
    return 'refused';
  }
}
