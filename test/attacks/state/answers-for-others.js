// title: Calls at the same time, each of which waits to answer for another
// expects: ok
// result: true
// calls: 4
// together: yes
export function attack(_args, context) {
  const answer = () => context.callId.length > 0;
  Reflect.set(globalThis, 'answers', [...(globalThis.answers ?? []), answer]);
  return new Promise((resolve) => {
    setTimeout(() => resolve((globalThis.answers?.length ?? 1) === 1 && answer()), 30);
  });
}
