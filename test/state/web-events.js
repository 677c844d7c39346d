// title: Listeners, events during their dispatch, signals that abort late, and properties on their classes
const assign = (target, key, value) => {
  try {
    return Reflect.set(target, key, value);
  } catch {
    return false;
  }
};
const parts = () => {
  const event = new Event('a');
  const { signal } = new AbortController();
  return [
    ...[Event, CustomEvent, EventTarget, AbortController, AbortSignal].flatMap((type) => [type, type.prototype]),
    ...[Reflect.getOwnPropertyDescriptor(event, 'isTrusted').get, signal.addEventListener, AbortSignal.any],
    ...[Object.getPrototypeOf(signal), Object.getPrototypeOf(event), AbortSignal.abort().reason.constructor],
  ];
};
export const leave = ({ secret }) => {
  for (const part of parts()) {
    assign(part, 'left', secret);
    Reflect.setPrototypeOf(part, { secret });
    for (const key of Reflect.ownKeys(part)) assign(part, key, () => secret);
  }
  AbortSignal.timeout(1).addEventListener('abort', () => console.log(secret));
  AbortSignal.any([AbortSignal.timeout(1)]).onabort = () => console.log(secret);
  for (const owner of [EventTarget, EventTarget.prototype, AbortSignal.prototype, globalThis, performance])
    try {
      EventTarget.prototype.addEventListener.call(owner, 'a', () => console.log(secret));
    } catch {}
  const target = new EventTarget();
  const event = new Event('a');
  target.addEventListener('a', () => {
    event.left = secret;
    try {
      target.dispatchEvent(new Event('a'));
    } catch {}
  });
  try {
    target.dispatchEvent(event);
  } catch {}
  return null;
};
export const find = () => {
  const target = new EventTarget();
  const seen = [];
  target.addEventListener('a', (event) => seen.push(event.type, event.left ?? null));
  target.dispatchEvent(new Event('a'));
  const { signal } = new AbortController();
  signal.onabort = () => seen.push('aborted');
  return [
    parts().map((part) => [part.left ?? null, part.secret ?? null]),
    seen,
    [AbortSignal.abort().reason.name, AbortSignal.abort().reason.left ?? null, signal.aborted, signal.onabort === null],
    typeof new Event('a').timeStamp,
  ];
};
