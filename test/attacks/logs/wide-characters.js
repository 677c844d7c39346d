// title: Log lines that are short in characters and long in bytes
// expects: ok
// result: "logged"
export function attack() {
  for (let i = 0; i < 100; i += 1) console.warn('€'.repeat(2000), '👩‍👩‍👧'.repeat(200));
  return 'logged';
}
