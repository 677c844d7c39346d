// title: A response that is not compressed as its header says
// expects: ok
// result: "refused"
export async function attack() {
  try {
    await (await fetch(`${FAR_END}/broken`)).text();
    return 'read';
  } catch {
    return 'refused';
  }
}
