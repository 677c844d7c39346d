// title: An async function that comes back to life in its finally block
// expects: exceeded_cpu
export async function attack() {
  for (;;) {
    try {
      await Promise.reject(new Error('again'));
    } catch {
      await undefined;
    } finally {
      for (let i = 0; i < 1000; i += 1) await undefined;
    }
  }
}
