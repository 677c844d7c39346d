// title: A pattern of a hundred thousand open groups
// expects: tool_error, exceeded_memory
export function attack() {
  return new RegExp('('.repeat(100_000) + ')'.repeat(100_000)).test('');
}
