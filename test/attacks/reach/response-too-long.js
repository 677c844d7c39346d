// title: A response that sends more than it promises, and the request after it
// expects: ok
// result: [2, true]
export async function attack() {
  const first = await (await fetch(`${FAR_END}/long`)).text();
  const second = await (await fetch(`${FAR_END}/ok`)).json();
  return [first.length, second.fine];
}
