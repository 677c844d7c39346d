// title: A response of more bytes than may come in
// expects: ok
// result: "refused"
export async function attack() {
  try {
    await fetch(`${FAR_END}/big`);
    return 'read';
  } catch {
    return 'refused';
  }
}
