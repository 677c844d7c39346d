// title: A timer that outlives its call and then spins
// expects: ok
// result: 1
// calls: 3
export function attack() {
  setTimeout(() => {
    for (;;);
  }, 30);
  return 1;
}
