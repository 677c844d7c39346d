// title: A result that is short in characters and too long in bytes
// expects: result_too_large
// limits: {"resultBytes": 1000}
export function attack() {
  return '€'.repeat(333);
}
