// title: A flood that goes on after the host has asked it to stop
// expects: exceeded_cpu, exceeded_wall_time
export function attack() {
  for (;;) {
    try {
      setTimeout(() => {}, 0);
      console.error('more');
    } catch {
      console.warn('caught');
    }
  }
}
