// title: A sloppy getter in a thrown error that walks up the functions that read it
// expects: tool_error
// detail: none
const body = `
  const names = [];
  for (let f = getter.caller; f && names.length < 10; f = f.caller) names.push(f.name || 'anonymous');
  return names.join(' ') || 'none';
`;
const getter = new Function(`return function getter() {${body}}`)();
export function attack() {
  throw Object.defineProperty({ name: 'Error' }, 'message', { get: getter });
}
