// title: A timer of a month, which keeps the call waiting
// expects: exceeded_wall_time
export function attack() {
  return new Promise((resolve) => setTimeout(resolve, 2_592_000_000));
}
