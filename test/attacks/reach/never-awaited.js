// title: Requests that nobody waits for, and an immediate answer
// expects: ok
// result: "gone"
export function attack() {
  for (let i = 0; i < 10; i += 1) fetch(`${FAR_END}/never`);
  return 'gone';
}
