// title: A loop whose finally block throws every way out away
// expects: exceeded_cpu
export function attack() {
  for (;;) {
    try {
      for (;;);
    } finally {
      continue;
    }
  }
}
