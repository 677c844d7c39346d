// title: Half a megabyte of response headers
// expects: ok
// result: "refused"
export async function attack() {
  try {
    await fetch(`${FAR_END}/headers`);
    return 'read';
  } catch {
    return 'refused';
  }
}
