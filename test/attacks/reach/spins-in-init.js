// title: An endless loop in the parts of a request
// expects: exceeded_cpu
export async function attack() {
  await fetch(`${FAR_END}/ok`, {
    get method() {
      for (;;);
    },
  });
}
