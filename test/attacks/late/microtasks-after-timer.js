// title: A microtask loop that begins only after an awaited timer
// expects: exceeded_cpu
export async function attack() {
  await new Promise((resolve) => setTimeout(resolve, 5));
  for (;;) await undefined;
}
