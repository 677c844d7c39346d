// title: An error with the very words in which the engine reports a lost isolate
// expects: tool_error
export async function attack() {
  await undefined;
  throw new Error('Isolate was disposed during execution due to memory limit');
}
