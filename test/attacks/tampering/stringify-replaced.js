// title: JSON.stringify replaced by one that writes what the schema wants
// expects: invalid_result
// output: {"type": "number"}
export function attack() {
  JSON.stringify = () => '1';
  JSON.parse = () => 1;
  globalThis.JSON = { stringify: () => '1', parse: () => 1 };
  return 'text';
}
