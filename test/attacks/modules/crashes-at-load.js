// title: A module that stops the engine while it loads
// expects: refused
const letters = 'x'.repeat(2 ** 28).split('');
export function attack() {
  return letters.length;
}
