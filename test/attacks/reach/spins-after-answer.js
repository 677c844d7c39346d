// title: An endless loop once the answer is there
// expects: exceeded_cpu
export async function attack() {
  await fetch(`${FAR_END}/ok`);
  for (;;);
}
