// title: A thrown object whose conversion to text never ends
// expects: exceeded_cpu, tool_error
export function attack() {
  throw {
    toString() {
      for (;;);
    },
    [Symbol.toPrimitive]() {
      for (;;);
    },
  };
}
