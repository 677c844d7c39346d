// title: A text that claims to be a document with a schema of its own
// expects: ok
// result: "[[[["
// output: {"type": "string", "contentMediaType": "application/json", "contentEncoding": "base64", "contentSchema": {"type": "number"}}
export function attack() {
  return '[[[[';
}
