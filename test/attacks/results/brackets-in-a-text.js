// title: A text that only looks deeply nested
// expects: ok
// result: "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[\"\\"
export function attack() {
  return `${'['.repeat(80)}"\\`;
}
