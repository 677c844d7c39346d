// title: A for-await over an async generator that never finishes
// expects: exceeded_cpu
async function* naturals() {
  for (let n = 0; ; n += 1) yield n % 1000;
}
export async function attack() {
  for await (const n of naturals()) if (n < 0) return n;
}
