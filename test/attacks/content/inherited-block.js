// title: A block whose members are inherited
// expects: invalid_result
// detail: The result does not fit the tool's output schema: /content/0/type is missing.
// content: yes
export function attack() {
  return { content: [Object.create({ type: 'text', text: 'inherited' })] };
}
