// title: Redirects to a file and to an origin that is not granted
// expects: ok
// result: ["refused", "refused"]
export async function attack() {
  const tries = ['file', 'inside'].map(async (kind) => {
    try {
      await fetch(`${FAR_END}/${kind}`);
      return 'read';
    } catch {
      return 'refused';
    }
  });
  return Promise.all(tries);
}
