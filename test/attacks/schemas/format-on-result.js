// title: A format whose own pattern has a long text to read
// expects: ok, invalid_result, exceeded_cpu
// output: {"type": "array", "items": {"type": "string", "format": "uri"}}
// result: []
export function attack() {
  return Array.from({ length: 100 }, () => `http://${'a.'.repeat(5000)}[`);
}
