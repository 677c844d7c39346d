// title: Overflows that are caught, and tried again at every depth
// expects: exceeded_cpu, exceeded_memory
export function attack() {
  const dive = () => {
    try {
      dive();
    } finally {
      dive();
    }
  };
  dive();
}
