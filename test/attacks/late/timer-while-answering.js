// title: Timers that fire while the answer is on its way, and have nothing to say
// expects: ok
// result: "answered"
// output: {"type": "string", "minLength": 1}
// calls: 5
export async function attack() {
  for (let i = 0; i < 50; i += 1) setTimeout(() => undefined, i % 3);
  await new Promise((resolve) => setTimeout(resolve, 1));
  return 'answered';
}
