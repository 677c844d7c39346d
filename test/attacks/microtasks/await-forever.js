// title: An async loop that awaits nothing, for ever
// expects: exceeded_cpu
export async function attack() {
  for (;;) await undefined;
}
