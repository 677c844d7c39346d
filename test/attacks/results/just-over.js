// title: A result one byte over its limit
// expects: result_too_large
// limits: {"resultBytes": 1000}
export function attack() {
  return 'x'.repeat(999);
}
