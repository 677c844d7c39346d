// title: A module variable left for the next call
// expects: ok
// result: 1
// calls: 3
let calls = 0;
export function attack() {
  calls += 1;
  return calls;
}
