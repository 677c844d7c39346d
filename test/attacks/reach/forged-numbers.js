// title: Questions given up, and answered, by numbers that are guessed
// expects: ok
// result: [200, 200]
export async function attack() {
  const first = fetch(`${FAR_END}/ok`);
  for (let number = -5; number < 50; number += 1) {
    clearTimeout(number);
    clearInterval(number);
  }
  const second = fetch(`${FAR_END}/ok`);
  return [(await first).status, (await second).status];
}
