// title: Megabytes of base64 with one wrong character near the end
// expects: invalid_result
// detail: The result does not fit the tool's output schema: /content/0/data must match format "base64".
// content: yes
export function attack() {
  return { content: [{ type: 'image', mimeType: 'image/png', data: `${'AAAA'.repeat(900_000)}A*AA` }] };
}
