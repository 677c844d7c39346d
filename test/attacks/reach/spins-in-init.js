// title: An endless loop in what a request is made of
// expects: exceeded_cpu
export async function attack() {
  await fetch(`${FAR_END}/ok`, {
    get method() {
      for (;;);
    },
  });
}
