// title: More blocks than a result may have
// expects: invalid_result
// detail: The result does not fit the tool's output schema: /content must NOT have more than 64 items.
// content: yes
export function attack() {
  return { content: Array.from({ length: 65 }, () => ({ type: 'text', text: '' })) };
}
