// title: A loop in code that was made from a string
// expects: exceeded_cpu
export function attack() {
  return new Function('while (true) { }')();
}
