// title: An endless loop that begins only after an awaited timer
// expects: exceeded_cpu
export async function attack() {
  await new Promise((resolve) => setTimeout(resolve, 20));
  for (;;);
}
