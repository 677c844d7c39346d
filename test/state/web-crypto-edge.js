// title: Keys of every kind are used at the edge of the stack, again and again, to leave data in the libraries' buffers
const { subtle } = crypto;
const bytes = (length) => Uint8Array.from({ length }, (_, index) => index);
const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
// 512 bits, so that it is cheap. Not a key for real use.
const RSA_KEY = {
  kty: 'RSA',
  n: 'owPS2WDoqrRebwDKEc7LNWSK7OX3J_ybNmUe3hU92nLZOPhN6FAruTiUa1V5LwZMU9oA0y3CSsDLJedogxawsw',
  e: 'AQAB',
  d: 'izfewKtUyUTVSXOhH2g-f9DoHL2hQNMpM2FU5VG6y23g5h7afJXG5mGYn-4h-PfDf8f6dBTFWPqbpAu8VvZD4Q',
  p: '1kTvfstS8idwPNKNqN36i5NowTuYQAexGGcKU5Go1is',
  q: 'wsNxUcOa70CaZcTS0aWp875QNvvbK--K4Qxr0ACck5k',
  dp: 'sUQIy2JVNgdQwNEE5372B8Elei_ejqKObfzZOzgXcU8',
  dq: 'LlbkGmko7u33DmmzI1CATE8mtL5d2mlHKN6UtEvA9Vk',
  qi: 'OR0LpiYreBPZCHjbdDjdEIo4ZibDbDkLZhdFPyi90HY',
};
const hex = (buffer) => new Uint8Array(buffer).toHex();
const keys = async () => ({
  gcm: await subtle.importKey('raw', bytes(16), 'AES-GCM', true, ['encrypt']),
  ctr: await subtle.importKey('raw', bytes(16), 'AES-CTR', true, ['encrypt']),
  hkdf: await subtle.importKey('raw', bytes(16), 'HKDF', false, ['deriveBits']),
  pbkdf2: await subtle.importKey('raw', bytes(16), 'PBKDF2', false, ['deriveBits']),
  ec: await subtle.importKey('jwk', EC_KEY, { name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign']),
  ed: await subtle.importKey(
    'pkcs8',
    Uint8Array.fromHex(`302e020100300506032b657004220420${bytes(32).toHex()}`),
    'Ed25519',
    true,
    ['sign'],
  ),
  rsa: await subtle.importKey('jwk', RSA_KEY, RSA, true, ['sign']),
});
const EC_KEY = {
  ...{ kty: 'EC', crv: 'P-256', x: 'YP7UuiVanTHJYet0xjVtaMBJuJI7Yfps5mliLmDyn7Y' },
  ...{ y: 'eQP-EAi4vJmkGunpVii8ZPLxsgwtfp9Rd6PClNRGIpk', d: 'ya-p2EW6dRZrXCFXZ7HWk05Qw9s26JsSe4piKxIPZyE' },
};
// Odd lengths, so that the rest of a block stays in a buffer.
const acts = ({ gcm, ctr, hkdf, pbkdf2, ec, ed, rsa }) => [
  () => subtle.encrypt({ name: 'AES-GCM', iv: bytes(13), additionalData: bytes(7) }, gcm, bytes(21)),
  () => subtle.encrypt({ name: 'AES-CTR', counter: bytes(16), length: 64 }, ctr, bytes(37)),
  () => subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt: bytes(3), info: bytes(5) }, hkdf, 800),
  () => subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-512', salt: bytes(3), iterations: 2 }, pbkdf2, 800),
  () => subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, ec, bytes(5)),
  () => subtle.sign('Ed25519', ed, bytes(5)),
  () => subtle.sign('RSASSA-PKCS1-v1_5', rsa, bytes(5)),
  () => subtle.digest('SHA-384', bytes(99)),
];
export const leave = async ({ secret }) => {
  const ready = acts(await keys());
  const waiting = [];
  let [left, act] = [0, ready[0]];
  const down = (...padding) => {
    try {
      down(...padding);
    } catch {}
    if (left <= 0) return;
    left -= 1;
    try {
      waiting.push(act().catch(() => {}));
    } catch {}
  };
  // Begins one step deeper each time, with frames of different sizes, so that the stack somewhere overflows inside a library.
  for (const padding of [[], [1], [1, 2, 3]])
    for (act of ready) {
      left = 40;
      down(...padding);
    }
  await Promise.all(waiting);
  const { ec } = await keys();
  for (const part of [ec, ec.algorithm, ec.usages, Object.getPrototypeOf(ec)])
    try {
      part.left = secret;
      part.namedCurve = 'P-384';
    } catch {}
  return null;
};
export const find = async () => {
  const ready = await keys();
  const results = [];
  for (const act of acts(ready)) results.push(hex(await act()));
  const { ec } = ready;
  return [results, ec.left ?? null, ec.algorithm, Object.getPrototypeOf(ec).left ?? null];
};
