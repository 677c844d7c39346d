// title: Every global deleted, the console and the timers too
// expects: ok
// result: "answered"
export async function attack() {
  const realm = globalThis;
  const { deleteProperty, ownKeys } = Reflect;
  for (const name of ownKeys(realm)) deleteProperty(realm, name);
  await undefined;
  return 'answered';
}
