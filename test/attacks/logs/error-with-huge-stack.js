// title: An error whose stack was made to fill the log
// expects: tool_error
export function attack() {
  const error = new Error('short');
  error.stack = `at ${'x'.repeat(3_000_000)}`;
  throw error;
}
