// title: Log lines that together pass the cap
// expects: ok
// result: "logged"
export function attack() {
  for (let i = 0; i < 100; i += 1) console.log('x'.repeat(5000));
  return 'logged';
}
