// title: Finally blocks inside finally blocks, each with a loop of its own
// expects: exceeded_cpu
export function attack() {
  const spin = (depth) => {
    try {
      for (;;);
    } finally {
      if (depth < 50) spin(depth + 1);
      for (;;);
    }
  };
  spin(0);
}
