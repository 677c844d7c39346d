// title: The store, asked as often as can be
// expects: exceeded_host_calls, exceeded_cpu, exceeded_wall_time
export async function attack(_args, { store }) {
  for (let i = 0; ; i += 1) await store.set(`key-${i}`, i).catch(() => {});
}
