// title: A stack formatter that never ends
// expects: exceeded_cpu, tool_error
export function attack() {
  Error.prepareStackTrace = () => {
    for (;;);
  };
  throw new Error('formatted');
}
