// title: Promises that nobody will settle, each with a reaction
// expects: exceeded_memory
export function attack() {
  const gate = new Promise(() => {});
  for (;;) gate.then(() => 1);
}
