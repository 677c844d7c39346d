// title: Calls at the same time that leave things for each other while they wait
// expects: ok
// result: []
// calls: 6
// together: yes
let inside = 0;
export async function attack(_args, context) {
  const found = [];
  inside += 1;
  globalThis.visitors = `${globalThis.visitors ?? ''}${context.callId}`;
  Object.prototype[context.callId] = true;
  for (let i = 0; i < 5; i += 1) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    if (inside !== 1) found.push('another call is in this module');
    if (globalThis.visitors !== context.callId) found.push('another call wrote a global');
    for (const name in {}) if (name !== context.callId) found.push('another call changed a prototype');
  }
  return found;
}
