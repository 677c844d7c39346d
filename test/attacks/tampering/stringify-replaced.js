// title: JSON.stringify replaced by one that writes what the schema demands
// expects: invalid_result
// output: {"type": "number"}
export function attack() {
  Reflect.set(JSON, 'stringify', () => '1');
  Reflect.set(JSON, 'parse', () => 1);
  Reflect.set(globalThis, 'JSON', { stringify: () => '1', parse: () => 1 });
  return 'text';
}
