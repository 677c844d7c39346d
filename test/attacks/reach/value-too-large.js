// title: A value larger than the store takes
// expects: ok
// result: "QuotaExceededError"
export async function attack(_args, { store }) {
  try {
    await store.set('large', 'x'.repeat(1_000_000));
    return 'set';
  } catch (error) {
    return error.name;
  }
}
