// title: Setters on Object.prototype for every name the host might assign
// expects: ok
// result: []
export async function attack() {
  const caught = [];
  const names =
    'result error send enter exports module context timeout reference copy value done get set 0 1 2 length then'
      .concat(
        ' t id code detail limits callId toolName resultBytes logBytes logLines logLimit key hostCalls deadline name message stack',
      )
      .split(' ');
  for (const name of names) {
    Reflect.defineProperty(Object.prototype, name, {
      __proto__: null,
      configurable: true,
      get: () => undefined,
      set(value) {
        if (typeof value === 'function') caught.push(name);
      },
    });
  }
  console.log('noticed');
  setTimeout(() => {}, 0);
  await undefined;
  for (const name of names) Reflect.deleteProperty(Object.prototype, name);
  return caught;
}
