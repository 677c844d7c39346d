// title: A default parameter that never finishes, before the tool's body begins
// expects: exceeded_cpu
const forever = () => {
  for (;;);
};
export function attack(_args, _context, value = forever()) {
  return value;
}
