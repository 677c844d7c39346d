// title: The store object that all calls get: properties on it and its methods, their results, and questions that are never awaited
const assign = (target, key, value) => {
  try {
    return Reflect.set(target, key, value);
  } catch {
    return false;
  }
};
const parts = (store) => {
  const promise = store.get('k');
  promise.catch(() => {});
  const keys = store.keys();
  return [
    ...[store, Object.getPrototypeOf(store), ...Object.values(store)],
    ...[store.keys.prototype, Object.getPrototypeOf(keys), Object.getPrototypeOf(Object.getPrototypeOf(keys))],
    ...[Object.getPrototypeOf(promise), Object.getPrototypeOf(store.get), Object.getPrototypeOf(store.keys)],
  ];
};
export const leave = async ({ secret }, { store }) => {
  for (const part of parts(store)) {
    assign(part, 'left', secret);
    try {
      Reflect.setPrototypeOf(part, { secret });
    } catch {}
    for (const key of Reflect.ownKeys(part)) {
      assign(part, key, () => secret);
      try {
        Reflect.defineProperty(part, key, { value: () => secret });
      } catch {}
    }
  }
  // Answers that arrive after the call has ended, perhaps during another call.
  for (let i = 0; i < 5; i += 1) store.get(secret).then(console.log, () => console.log(secret));
  const error = await store.get('k').catch((refused) => refused);
  error.left = secret;
  return null;
};
export const find = async (_args, { store }) => {
  const error = await store.get('k').catch((refused) => refused);
  return [
    parts(store).map((part) => [part.left ?? null, part.secret ?? null]),
    Object.keys(store),
    [error.name, error.left ?? null, typeof store.get, await store.list().catch(({ name }) => name)],
  ];
};
