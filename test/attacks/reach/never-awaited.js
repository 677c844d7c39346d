// title: Requests nobody waits for, and an answer at once
// expects: ok
// result: "gone"
export function attack() {
  for (let i = 0; i < 10; i += 1) fetch(`${FAR_END}/never`);
  return 'gone';
}
