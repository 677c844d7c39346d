// title: A response that never ends
// expects: ok
// result: "refused"
export async function attack() {
  try {
    await (await fetch(`${FAR_END}/endless`)).text();
    return 'read';
  } catch {
    return 'refused';
  }
}
