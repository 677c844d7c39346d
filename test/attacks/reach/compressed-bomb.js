// title: A response of 64 kB that is 64 MB
// expects: ok
// result: "refused"
export async function attack() {
  try {
    await (await fetch(`${FAR_END}/bomb`)).arrayBuffer();
    return 'read';
  } catch {
    return 'refused';
  }
}
