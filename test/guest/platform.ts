// Bodies of functions that use the platform as libraries do, and what they give. Read by tests.

/** Body → result, by what it shows. */
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
};
