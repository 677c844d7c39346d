// title: Base64 with bits that a decoder drops
// expects: invalid_result
// detail: The result does not fit the tool's output schema: /content/0/data must match format "base64".
// content: yes
export function attack() {
  return { content: [{ type: 'audio', mimeType: 'audio/wav', data: 'QR==' }] };
}
