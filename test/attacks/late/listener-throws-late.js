// title: A listener that throws when a signal times out
// expects: tool_error
export function attack() {
  AbortSignal.timeout(2).addEventListener('abort', () => {
    throw new Error('late');
  });
  return new Promise(() => {});
}
