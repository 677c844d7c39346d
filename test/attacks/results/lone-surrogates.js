// title: Halves of characters
// expects: ok
// result: ["\ud800", "\udc00\ud800"]
export function attack() {
  return ['\ud800', '\udc00\ud800'];
}
