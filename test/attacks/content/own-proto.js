// title: A block with a member of its own named __proto__
// expects: invalid_result
// detail: The result does not fit the tool's output schema: /content/0/__proto__ is not a member that is known here.
// content: yes
export function attack() {
  return { content: [JSON.parse('{"type": "text", "text": "", "__proto__": {"type": "image"}}')] };
}
