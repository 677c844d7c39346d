// title: A redirect to itself
// expects: ok
// result: "refused"
export async function attack() {
  try {
    await fetch(`${FAR_END}/loop`);
    return 'read';
  } catch {
    return 'refused';
  }
}
