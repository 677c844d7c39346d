// title: Control characters that JSON writes six times as long
// expects: result_too_large
// limits: {"resultBytes": 1000}
export function attack() {
  return '\u0001'.repeat(200);
}
