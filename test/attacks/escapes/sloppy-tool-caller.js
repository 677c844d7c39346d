// title: A tool that is a sloppy function and walks up the functions that called it
// expects: ok
// result: "none"
const body = `
  const names = [];
  for (let f = tool.caller; f && names.length < 10; f = f.caller) names.push(f.name || 'anonymous');
  return names.join(' ') || 'none';
`;
export const attack = new Function(`return function tool() {${body}}`)();
