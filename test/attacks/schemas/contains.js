// title: contains over lists of lists
// expects: exceeded_cpu, invalid_result, ok
// output: {"type": "array", "items": {"type": "array", "contains": {"type": "string", "pattern": "(x+x+)+y"}, "minContains": 1}}
export function attack() {
  return Array.from({ length: 50 }, () => Array.from({ length: 50 }, () => 'x'.repeat(40)));
}
