// title: A result of many megabytes
// expects: result_too_large
// limits: {"resultBytes": 1000000}
export function attack() {
  return 'x'.repeat(2_000_000);
}
