// title: A for-of over a generator that never finishes
// expects: exceeded_cpu
function* naturals() {
  for (let n = 0; ; n += 1) yield n % 1000;
}
export function attack() {
  let last = 0;
  for (const n of naturals()) last = n;
  return last;
}
