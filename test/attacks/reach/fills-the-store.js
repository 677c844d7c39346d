// title: A store that is filled beyond its quota
// expects: ok, exceeded_cpu, exceeded_wall_time
// result: "QuotaExceededError"
export async function attack(_args, { store }) {
  const value = 'x'.repeat(90_000);
  try {
    for (let i = 0; i < 100; i += 1) await store.set(`big-${i}`, value);
    return 'filled';
  } catch (error) {
    return error.name;
  }
}
