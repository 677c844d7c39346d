// title: An image that is longer than a result may be
// expects: result_too_large
// content: yes
export function attack() {
  return { content: [{ type: 'image', mimeType: 'image/png', data: 'AAAA'.repeat(1_100_000) }] };
}
