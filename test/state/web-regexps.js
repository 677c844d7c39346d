// title: A changed RegExp.prototype gets the regular expressions of the web APIs, and changes them for good
const assign = (target, key, value) => {
  try {
    return Reflect.set(target, key, value);
  } catch {
    return false;
  }
};
const METHODS = ['exec', 'test', 'compile', 'toString', Symbol.replace, Symbol.match, Symbol.split, Symbol.search];
const GETTERS = ['flags', 'global', 'unicode', 'sticky', 'hasIndices', 'source'];
const use = () => {
  const done = (act) => {
    try {
      return String(act());
    } catch (error) {
      return error.name;
    }
  };
  return [
    done(() => new URL('https://faß.müller.de:80/ä b?c=%zz#d').href),
    done(() => new URL('https://א1.ב/').href),
    done(() => new URL('https://a\u200db.de/').href),
    done(() => new URL('https://क्‍ष.de/').href),
    done(() => new URL('http://1.2.0x3/').href),
    done(() => new URL('http://[::1%25]/').href),
    done(() => new URLSearchParams('a=%20&b=+').toString()),
    done(() => new TextDecoder(' Latin2\n').decode(new Uint8Array([0xb1]))),
    done(() => new TextDecoder('é').encoding),
    done(() => atob(' YQ== ')),
    done(() => new DOMException('a', 'AbortError')),
    done(() => structuredClone({ re: /a/gi, error: new TypeError('e') }).re),
    done(() => crypto.randomUUID().length),
    done(() => typeof crypto.subtle.digest('sha-1', new Uint8Array(2)).catch(() => {})),
    done(() => new EventTarget().dispatchEvent(new CustomEvent('a'))),
    done(() => AbortSignal.abort().reason),
    done(() => [
      ...new Headers([
        ['B', ' c '],
        ['a', 'd'],
        ['b', 'e'],
      ]),
    ]),
    done(() => new Headers([['ä', 'c']])),
    done(() => new Request('https://a/#b', { method: 'post', body: 'c' }).headers.get('Content-Type')),
    done(() => new Response('a', { statusText: 'b' }).statusText),
    done(() => new File(['a\r\nb'], 'c', { type: 'D/E', endings: 'native' }).type),
    done(() => typeof new Response('a', { headers: { 'content-type': 'A/B; c="d"' } }).blob()),
    done(() => typeof new Response('a', { headers: { 'content-type': 'a/b' } }).formData().catch(() => {})),
    done(() => new Request('https://a/', { method: 'PUT', body: new FormData() }).headers.get('content-type').length),
    done(() => typeof fetch('data:,').catch(() => {})),
  ];
};
/** Runs `act` while every method and getter of RegExp.prototype calls `onThis` with its receiver, and then restores them. */
const bent = (onThis, act) => {
  const saved = [...METHODS, ...GETTERS].map((key) => [key, Object.getOwnPropertyDescriptor(RegExp.prototype, key)]);
  for (const [key, descriptor] of saved) {
    const original = descriptor.value ?? descriptor.get;
    const replacement = function (...args) {
      onThis(this);
      return Reflect.apply(original, this, args);
    };
    const change = descriptor.get ? { get: replacement } : { value: replacement };
    Reflect.defineProperty(RegExp.prototype, key, { ...descriptor, ...change });
  }
  try {
    return act();
  } finally {
    for (const [key, descriptor] of saved) Reflect.defineProperty(RegExp.prototype, key, descriptor);
  }
};
export const leave = ({ secret }) => {
  const { compile } = RegExp.prototype;
  const met = new Set();
  bent((regExp) => met.add(regExp), use);
  for (const regExp of met) {
    if (regExp === RegExp.prototype) continue;
    assign(regExp, 'left', secret);
    assign(regExp, 'exec', () => null);
    try {
      compile.call(regExp, 'never');
    } catch {}
  }
  return null;
};
export const find = () => {
  const met = new Set();
  const results = bent((regExp) => met.add(regExp), use);
  return [use(), results, [...met].map((regExp) => regExp.left ?? null).filter((left) => left !== null)];
};
