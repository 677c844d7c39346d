// title: Random bytes drawn while loading, in a call, during another call, at the edge of the stack; keys, and the objects that crypto leads to
const assign = (target, key, value) => {
  try {
    return Reflect.set(target, key, value);
  } catch {
    return false;
  }
};
const ahead = crypto.randomUUID();
const parts = () => [
  ...[crypto, crypto.subtle, Crypto, SubtleCrypto, CryptoKey].flatMap((part) => [part, part.prototype ?? part]),
  ...[crypto.getRandomValues, crypto.subtle.digest, Object.getPrototypeOf(crypto)],
];
const draw = () => crypto.getRandomValues(new Uint8Array(64)).toHex();
/** Pieces of four bytes: two draws have none in common. */
const piecesOf = (digits) => digits.match(/.{8}/g);
export const leave = async ({ secret }) => {
  for (const part of parts()) {
    assign(part, 'left', secret);
    Reflect.setPrototypeOf(part, { secret });
    for (const key of Reflect.ownKeys(part)) assign(part, key, () => secret);
  }
  const drawn = [draw(), draw()];
  let left = 50;
  const down = () => {
    try {
      down();
    } catch {}
    left -= 1;
    if (left > 0)
      try {
        drawn.push(draw());
      } catch {}
  };
  down();
  await new Promise((resolve) => setTimeout(resolve, 2));
  drawn.push(draw());
  const usages = ['sign'];
  const key = await crypto.subtle.importKey('raw', new Uint8Array(8), { name: 'HMAC', hash: 'SHA-1' }, true, usages);
  key.usages.push(secret);
  assign(key.algorithm, 'left', secret);
  assign(Object.getPrototypeOf(key.algorithm), 'left', secret);
  return [ahead.replaceAll('-', ''), ...drawn];
};
export const find = async ({ left }) => {
  const before = draw();
  await new Promise((resolve) => setTimeout(resolve, 2));
  const own = [ahead.replaceAll('-', ''), before, ...Array.from({ length: 50 }, draw)].flatMap(piecesOf);
  const theirs = new Set((left ?? []).flatMap(piecesOf));
  const data = new Uint8Array([1]);
  const key = await crypto.subtle.importKey('raw', data, { name: 'HMAC', hash: 'SHA-1' }, true, ['sign']);
  return [
    parts().map((part) => [part.left ?? null, part.secret ?? null]),
    own.filter((piece) => theirs.has(piece)).length,
    new Set(own).size === own.length,
    new Uint8Array(await crypto.subtle.digest('SHA-256', data)).toHex(),
    new Uint8Array(await crypto.subtle.sign('HMAC', key, data)).toHex(),
    [key.usages, key.algorithm],
  ];
};
