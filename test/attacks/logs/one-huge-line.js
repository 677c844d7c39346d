// title: A log line of many megabytes
// expects: ok
// result: "logged"
export function attack() {
  console.log('x'.repeat(5_000_000));
  return 'logged';
}
