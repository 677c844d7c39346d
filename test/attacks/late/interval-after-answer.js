// title: An interval that goes on spinning after the answer
// expects: ok
// result: "answered"
export function attack() {
  setInterval(() => {
    while (true);
  }, 1);
  return 'answered';
}
