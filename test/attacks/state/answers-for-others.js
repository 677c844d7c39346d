// title: Calls at the same time, each of which waits to answer for another
// expects: ok, tool_error
// result: true
// calls: 4
// together: yes
export function attack(_args, context) {
  const answer = () => context.callId.length > 0;
  globalThis.answers = [...(globalThis.answers ?? []), answer];
  return new Promise((resolve) => {
    setTimeout(() => resolve(globalThis.answers.length === 1 && answer()), 30);
  });
}
