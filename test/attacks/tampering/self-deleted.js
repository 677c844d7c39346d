// title: The global object's other name replaced, deleted and written through
// expects: ok
// result: "kept"
export async function attack() {
  const attempt = (act) => {
    try {
      act();
    } catch {}
  };
  attempt(() => {
    self.setTimeout = () => 'bent';
  });
  attempt(() => Object.defineProperty(self, 'self', { value: { Promise: null } }));
  attempt(() => Reflect.deleteProperty(self, 'self'));
  attempt(() => {
    self.Object.prototype.then = (resolve) => resolve('forged');
  });
  await undefined;
  return 'kept';
}
