// title: A pattern that is only quadratic, over a long text
// expects: exceeded_cpu
export function attack() {
  const text = ' '.repeat(500_000);
  let hits = 0;
  for (;;) hits += text.replace(/\s+$x/, '').length;
}
