// title: Calls at the same time that leave things for each other while they wait
// expects: ok
// result: []
// calls: 6
// together: yes
let inside = 0;
export async function attack(_args, context) {
  const found = [];
  inside += 1;
  Reflect.set(globalThis, 'visitors', `${globalThis.visitors ?? ''}${context.callId}`);
  Reflect.set(Object.prototype, context.callId, true);
  for (let i = 0; i < 5; i += 1) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    if (inside !== 1) found.push('another call is in this module');
    if (![undefined, context.callId].includes(globalThis.visitors)) found.push('another call wrote a global');
    for (const name in {}) if (name !== context.callId) found.push('another call changed a prototype');
  }
  return found;
}
