// title: A replace callback that runs the same pattern on a longer text
// expects: exceeded_cpu, exceeded_memory, tool_error
export function attack() {
  const grow = (text) => text.replace(/./gs, () => grow(`${text}${text}`));
  return grow('ab');
}
