// Bodies of functions that use web APIs as libraries do, and their results. Imported by tests.

import { createHash, createHmac } from 'node:crypto';

const digest = (name: string, text: string): string => createHash(name).update(text).digest('hex');

/** Description → body and result. */
export const USES: Readonly<Record<string, readonly [body: string, result: unknown]>> = {
  encodesUtf8: [
    `const bytes = new TextEncoder().encode('é€😀\\ud800'); return [[...bytes], bytes instanceof Uint8Array, new TextEncoder().encoding, new TextEncoder().encodeInto('aé😀', new Uint8Array(4))];`,
    [[195, 169, 226, 130, 172, 240, 159, 152, 128, 239, 191, 189], true, 'utf-8', { read: 2, written: 3 }],
  ],
  decodesUtf8: [
    `const d = new TextDecoder(); const parts = [d.decode(new Uint8Array([0xe2, 0x82]), { stream: true }), d.decode(new Uint8Array([0xac]), { stream: true }), d.decode()]; let thrown; try { new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array([255])); } catch (error) { thrown = error.name; } return [parts, new TextDecoder().decode(new Uint8Array([0xef, 0xbb, 0xbf, 65])), new TextDecoder('utf8', { ignoreBOM: true }).decode(new Uint8Array([0xef, 0xbb, 0xbf, 65])).length, thrown];`,
    [['', '€', ''], 'A', 2, 'TypeError'],
  ],
  decodesOthers: [
    `const of = (label, ...bytes) => new TextDecoder(label).decode(new Uint8Array(bytes)); return [of('latin1', 0x80, 0xe9), of('utf-16le', 0x41, 0, 0xac, 0x20), of('utf-16be', 0, 0x41), of('koi8-r', 0xc1), of('windows-1251', 0xc0), of('iso-8859-2', 0xb1), new TextDecoder('ASCII').encoding];`,
    ['€é', 'A€', 'A', 'а', 'А', 'ą', 'windows-1252'],
  ],
  refusesLabels: [
    `return ['gbk', 'shift_jis', 'x-unknown', 'replacement'].map((label) => { try { return new TextDecoder(label).encoding; } catch (error) { return error.name; } });`,
    ['RangeError', 'RangeError', 'RangeError', 'RangeError'],
  ],
  codesBase64: [
    `const failed = (act) => { try { return act(); } catch (error) { return [error.name, error.code, error instanceof DOMException, error instanceof Error]; } }; return [btoa('a\\xff'), atob(' Yf8= '), atob('YQ'), failed(() => atob('Y')), failed(() => atob('YQ=')), failed(() => btoa('€')), failed(() => atob()).slice(0, 1)];`,
    [
      'Yf8=',
      'aÿ',
      'a',
      ['InvalidCharacterError', 5, true, true],
      ['InvalidCharacterError', 5, true, true],
      ['InvalidCharacterError', 5, true, true],
      ['TypeError'],
    ],
  ],
  namesClasses: [
    `return [URL, URLSearchParams, TextEncoder, TextDecoder, Headers, ReadableStream].map(({ name }) => name);`,
    ['URL', 'URLSearchParams', 'TextEncoder', 'TextDecoder', 'Headers', 'ReadableStream'],
  ],
  parsesUrls: [
    `const url = new URL('../b?x=1#f', 'https://user:word@EXAMPLE.com:443/a/c'); url.searchParams.append('y', 'é ü'); url.port = '8080'; return [url.href, url.origin, url.pathname, String(url), JSON.stringify({ url }), URL.canParse('no'), URL.parse('no'), new URL('file:///C|/x').href, new URL('http://0x7f.1/').hostname];`,
    [
      'https://user:word@example.com:8080/b?x=1&y=%C3%A9+%C3%BC#f',
      'https://example.com:8080',
      '/b',
      'https://user:word@example.com:8080/b?x=1&y=%C3%A9+%C3%BC#f',
      '{"url":"https://user:word@example.com:8080/b?x=1&y=%C3%A9+%C3%BC#f"}',
      false,
      null,
      'file:///C:/x',
      '127.0.0.1',
    ],
  ],
  knowsInternationalNames: [
    `const failed = (text) => { try { return new URL(text).host; } catch (error) { return error.name; } }; return ['https://Müller.de', 'https://☕.example', 'https://xn--mller-kva.de', 'https://faß.de', 'https://a\\u00adb.c', 'https://\\u0378.de'].map(failed);`,
    ['xn--mller-kva.de', 'xn--53h.example', 'xn--mller-kva.de', 'xn--fa-hia.de', 'ab.c', 'TypeError'],
  ],
  searches: [
    `const q = new URLSearchParams([['b', '2'], ['a', '1'], ['b', '3']]); q.sort(); q.delete('b', '2'); return [String(q), [...q], q.get('b'), q.has('a', '2'), q.size, String(new URLSearchParams({ 'a b': '+&' })), String(new URLSearchParams('?%zz=%F0%9F%98%80'))];`,
    [
      'a=1&b=3',
      [
        ['a', '1'],
        ['b', '3'],
      ],
      '3',
      false,
      2,
      'a+b=%2B%26',
      '%25zz=%F0%9F%98%80',
    ],
  ],
  repeatsTimers: [
    `return new Promise((resolve) => { let count = 0; const timer = setInterval((by) => { count += by; if (count < 6) return; clearInterval(timer); setTimeout(() => resolve([count, typeof timer]), 5); }, 1, 2); const other = setInterval(() => resolve('cleared'), 1); clearTimeout(other); });`,
    [6, 'number'],
  ],
  dispatchesEvents: [
    `const seen = []; const target = new EventTarget(); const on = (event) => seen.push(['on', event.type, event.target === target, event.currentTarget === target, event.eventPhase]); target.addEventListener('a', on); target.addEventListener('a', on); target.addEventListener('a', { handleEvent(event) { seen.push(['object', this !== undefined, event.detail]); event.preventDefault(); } }, { once: true }); target.addEventListener('a', () => seen.push('captured'), true); const event = new CustomEvent('a', { detail: 5, cancelable: true }); const results = [target.dispatchEvent(event), target.dispatchEvent(new Event('a'))]; target.removeEventListener('a', on); target.dispatchEvent(new Event('a')); return [seen, results, event.defaultPrevented, event.isTrusted, event.currentTarget, typeof event.timeStamp];`,
    [
      ['captured', ['on', 'a', true, true, 2], ['object', true, 5], 'captured', ['on', 'a', true, true, 2], 'captured'],
      [false, true],
      true,
      false,
      null,
      'number',
    ],
  ],
  stopsEvents: [
    `const seen = []; const target = new EventTarget(); target.addEventListener('a', (event) => { seen.push(1); event.stopImmediatePropagation(); }); target.addEventListener('a', () => seen.push(2)); target.dispatchEvent(new Event('a')); const failed = (act) => { try { act(); } catch (error) { return error.name; } }; const again = new Event('b'); target.addEventListener('b', () => seen.push(failed(() => target.dispatchEvent(again)))); target.dispatchEvent(again); return [seen, failed(() => target.dispatchEvent({ type: 'a' })), failed(() => new Event()), failed(() => target.addEventListener('a', 1))];`,
    [[1, 'InvalidStateError'], 'TypeError', 'TypeError', 'TypeError'],
  ],
  inheritsFromEventTarget: [
    `class Emitter extends EventTarget { emit(type) { return this.dispatchEvent(new Event(type)); } addEventListener(...given) { super.addEventListener(...given); return this; } } const emitter = new Emitter(); let count = 0; emitter.addEventListener('a', () => { count += 1; }).emit('a'); emitter.dispatchEvent = () => 'own'; function Old() {} Old.prototype = Object.create(EventTarget.prototype); Old.prototype.constructor = Old; Old.prototype.dispatchEvent = () => 'old'; return [count, emitter.emit('a'), new Old().dispatchEvent(), new Old().constructor === Old, emitter instanceof EventTarget];`,
    [1, 'own', 'old', true, true],
  ],
  aborts: [
    `const controller = new AbortController(); const { signal } = controller; const seen = []; signal.onabort = (event) => seen.push(['on', event.type, event.isTrusted]); signal.addEventListener('abort', () => seen.push('listener'), { once: true }); const target = new EventTarget(); target.addEventListener('x', () => seen.push('x'), { signal }); const any = AbortSignal.any([signal, new AbortController().signal]); target.dispatchEvent(new Event('x')); controller.abort(); controller.abort('again'); target.dispatchEvent(new Event('x')); let thrown; try { any.throwIfAborted(); } catch (error) { thrown = error; } return [seen, signal.aborted, signal.reason.name, any.aborted, thrown === signal.reason, AbortSignal.abort(7).reason, AbortSignal.any([]).aborted];`,
    [['x', ['on', 'abort', true], 'listener'], true, 'AbortError', true, true, 7, false],
  ],
  abortsLate: [
    `const signal = AbortSignal.timeout(3); const before = signal.aborted; return new Promise((resolve) => { signal.onabort = () => resolve([before, signal.aborted, signal.reason.name, signal.reason.code]); });`,
    [false, true, 'TimeoutError', 23],
  ],
  makesNoSignalsByHand: [
    `const failed = (act) => { try { return typeof act(); } catch (error) { return error.name; } }; return [failed(() => new AbortSignal()), failed(() => Reflect.construct(AbortSignal, [Symbol('host')], Object)), failed(() => new Performance()), failed(() => AbortSignal.timeout(-1)), failed(() => AbortSignal.any([{}]))];`,
    ['TypeError', 'TypeError', 'TypeError', 'TypeError', 'TypeError'],
  ],
  tellsTheTime: [
    `const start = performance.now(); return new Promise((resolve) => setTimeout(() => { const ms = performance.now(); resolve([start >= 0 && start < 1000, Number.isInteger(ms), ms > start, Math.abs(Date.now() - performance.timeOrigin - ms) <= 5, JSON.stringify(performance).startsWith('{"timeOrigin":')]); }, 5));`,
    [true, true, true, true, true],
  ],
  clonesValues: [
    `const date = new Date(5); const value = { date, again: date, list: [1, , 3], map: new Map([[{ k: 1 }, new Set([1])]]), re: /a/gi, wrapped: [Object(1), Object('s'), Object(false), Object(2n)], bytes: new Uint8Array([1, 2, 3]).subarray(1), nothing: undefined, not: NaN, zero: -0 }; value.self = value; Object.defineProperty(value, 'hidden', { value: 1 }); const clone = structuredClone(value); return [clone !== value, clone.self === clone, clone.again === clone.date, clone.date.getTime(), 1 in clone.list, clone.list.length, [...clone.map.keys()][0].k, [...clone.map.values()][0].has(1), String(clone.re), clone.wrapped.map((each) => typeof each + typeof each.valueOf()), [...clone.bytes], clone.bytes.byteOffset, 'nothing' in clone, Number.isNaN(clone.not), Object.is(clone.zero, -0), 'hidden' in clone];`,
    [
      ...[true, true, true, 5, false, 3, 1, true, '/a/gi'],
      ['objectnumber', 'objectstring', 'objectboolean', 'objectbigint'],
      ...[[2, 3], 1, true, true, true, false],
    ],
  ],
  clonesErrors: [
    `class Own extends TypeError { constructor() { super('m', { cause: { a: 1 } }); this.name = 'Own'; this.extra = 1; } } const clone = structuredClone([new Own(), new RangeError('r'), new DOMException('d', 'AbortError')]); return clone.map((error) => [error.name, error.message, error.cause?.a, error.extra, error.constructor.name, typeof error.stack]);`,
    [
      ['Error', 'm', 1, null, 'Error', 'string'],
      ['RangeError', 'r', null, null, 'RangeError', 'string'],
      ['AbortError', 'd', null, null, 'DOMException', 'string'],
    ],
  ],
  refusesToClone: [
    `const failed = (value, options) => { try { return typeof structuredClone(value, options); } catch (error) { return error.name; } }; const buffer = new ArrayBuffer(2); return [failed(() => {}), failed({ a: Symbol('s') }), failed(new WeakMap()), failed(Promise.resolve()), failed([].values()), failed(new Event('a')), failed(new URL('x:')), failed({ [Symbol.toStringTag]: 'Map' }), failed(1, { transfer: [buffer, buffer] }), failed(1, { transfer: [{}] }), failed({ get a() { throw new RangeError('mine'); } })];`,
    [...Array(7).fill('DataCloneError'), ...['object', 'DataCloneError', 'DataCloneError', 'RangeError']],
  ],
  transfersBuffers: [
    `const buffer = new Uint8Array([1, 2]).buffer; const view = new Uint8Array(buffer, 1); const clone = structuredClone({ buffer, view }, { transfer: [buffer] }); let name; try { structuredClone(buffer); } catch (error) { name = error.name; } return [buffer.detached, clone.view.buffer === clone.buffer, [...clone.view], clone.buffer.byteLength, name];`,
    [true, true, [2], 2, 'DataCloneError'],
  ],
  hashes: [
    `const hex = async (name, text) => new Uint8Array(await crypto.subtle.digest(name, new TextEncoder().encode(text))).toHex(); return [await hex('sha-1', 'abc'), await hex({ name: 'SHA-256' }, 'abc'), (await hex('SHA-384', 'x'.repeat(300))), await hex('SHA-512', ''), await hex('MD5', '').catch((error) => error.name), await crypto.subtle.digest('SHA-1', 'text').catch((error) => error.name)];`,
    [
      ...[digest('sha1', 'abc'), digest('sha256', 'abc'), digest('sha384', 'x'.repeat(300)), digest('sha512', '')],
      ...['NotSupportedError', 'TypeError'],
    ],
  ],
  signs: [
    `const bytes = (text) => new TextEncoder().encode(text); const raw = bytes('key'); const key = await crypto.subtle.importKey('raw', raw, { name: 'hmac', hash: 'SHA-256' }, true, ['verify', 'sign']); raw[0] = 0; const signature = await crypto.subtle.sign('HMAC', key, bytes('data')); const jwk = await crypto.subtle.exportKey('jwk', key); const again = await crypto.subtle.importKey('jwk', jwk, { name: 'HMAC', hash: { name: 'SHA-256' } }, false, ['verify']); const made = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-512' }, true, ['sign']); const failed = (promise) => promise.then(() => 'none', (error) => error.name); return [new Uint8Array(signature).toHex(), await crypto.subtle.verify('HMAC', again, signature, bytes('data')), await crypto.subtle.verify('HMAC', key, signature, bytes('date')), jwk, key.algorithm, key.usages, key.type, made.algorithm.length, (await crypto.subtle.exportKey('raw', made)).byteLength, await failed(crypto.subtle.sign('HMAC', again, raw)), await failed(crypto.subtle.exportKey('raw', again)), await failed(crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-1' }, true, [])), await failed(crypto.subtle.importKey('raw', raw, 'AES', true, ['encrypt'])), await failed(crypto.subtle.importKey('raw', new Uint8Array(), { name: 'HMAC', hash: 'SHA-1' }, true, ['sign']))];`,
    [
      createHmac('sha256', 'key').update('data').digest('hex'),
      ...[true, false],
      { kty: 'oct', k: 'a2V5', alg: 'HS256', key_ops: ['sign', 'verify'], ext: true },
      { name: 'HMAC', hash: { name: 'SHA-256' }, length: 24 },
      ...[['sign', 'verify'], 'secret', 1024, 128],
      ...['InvalidAccessError', 'InvalidAccessError', 'SyntaxError', 'NotSupportedError', 'DataError'],
    ],
  ],
  drawsRandomBytes: [
    `const failed = (act) => { try { return act(); } catch (error) { return error.name; } }; const bytes = new Uint8Array(65536); const counts = new Map(); const same = crypto.getRandomValues(bytes) === bytes; for (const byte of bytes) counts.set(byte, (counts.get(byte) ?? 0) + 1); const uuids = new Set(Array.from({ length: 1000 }, () => crypto.randomUUID())); const words = crypto.getRandomValues(new BigUint64Array(4)); return [same, counts.size, [...counts.values()].every((count) => count > 150 && count < 370), uuids.size, [...uuids].every((each) => /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(each)), new Set(words).size, failed(() => crypto.getRandomValues(new Uint8Array(65537))), failed(() => crypto.getRandomValues(new Float64Array(1))), failed(() => crypto.getRandomValues([])), failed(() => Crypto.prototype.randomUUID.call({})), failed(() => new Crypto()), failed(() => new CryptoKey())];`,
    [
      ...[true, 256, true, 1000, true, 4],
      ...['QuotaExceededError', 'TypeMismatchError', 'TypeError', 'TypeError', 'TypeError', 'TypeError'],
    ],
  ],
};
