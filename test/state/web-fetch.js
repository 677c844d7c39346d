// title: Headers, requests, responses, forms and blobs: properties on them, their iterators, bodies left half read
const assign = (target, key, value) => {
  try {
    return Reflect.set(target, key, value);
  } catch {
    return false;
  }
};
const form = () => {
  const made = new FormData();
  made.append('a', 'b');
  made.append('c', new Blob(['d'], { type: 'e/f' }), 'g');
  return made;
};
const request = () => new Request('https://a/b?c', { method: 'POST', headers: { d: 'e' }, body: form() });
const response = () => new Response('a', { headers: [['b', 'c']] });
const parts = () => {
  const types = [Headers, Request, Response, FormData, Blob, File].flatMap((type) => [type, type.prototype]);
  const made = [new Headers({ a: 'b' }).entries(), form().keys(), response().body, response().headers];
  return [...types, ...made.map((each) => Object.getPrototypeOf(each)), fetch, response().text, Response.json];
};
const failures = async () => [
  await fetch('data:,').catch((error) => error),
  await fetch('https://a.invalid/').catch((error) => error),
  await new Response('{').json().catch((error) => error),
];
export const leave = async ({ secret }) => {
  for (const part of parts()) {
    assign(part, 'left', secret);
    Reflect.setPrototypeOf(part, { secret });
    for (const key of Reflect.ownKeys(part)) assign(part, key, () => secret);
  }
  for (const error of await failures()) assign(Object.getPrototypeOf(error), 'left', secret);
  const iterator = new Headers([['a', secret]]).entries();
  assign(Object.getPrototypeOf(Object.getPrototypeOf(iterator)), 'left', secret);
  const half = response();
  half.headers.set('x', secret);
  void half.body.getReader().read();
  const given = new Uint8Array([1, 2, 3]);
  const held = new Response(given);
  given[0] = 9;
  held
    .clone()
    .bytes()
    .then((bytes) => bytes.fill(9));
  fetch(request()).catch(() => {});
  return null;
};
export const find = async () => [
  parts().map((part) => [part.left ?? null, part.secret ?? null]),
  (await failures()).map(({ name, left = null }) => [name, left]),
  [...new Headers({ b: 'c', a: 'd' })],
  [...response().headers, await response().text(), response().bodyUsed],
  [...(await request().formData()).keys(), request().url, request().redirect, request().signal.aborted],
  [...(await new Response(new Uint8Array([1, 2, 3])).bytes())],
  await form().get('c').text(),
];
