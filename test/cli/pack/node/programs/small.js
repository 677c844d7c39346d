import path, { posix } from 'node:path';
import querystring from 'node:querystring';
import { StringDecoder } from 'node:string_decoder';
import url, { fileURLToPath, pathToFileURL } from 'node:url';
import punycode from 'punycode';

const PATHS = ['', '.', '/', 'a', '/a/b/../c', 'a//b/', './x.tar.gz', '../up', '/a/b.txt', '.hidden', 'a/.b', 'x.'];
const URLS = [
  'http://user:pass@example.com:8080/p/a/t/h?query=string#hash',
  'https://example.com',
  '/just/path?x=1',
  'mailto:a@b.c',
  '//host/path',
  'http://EXAMPLE.com/ä b',
  'javascript:alert(1)',
  'a/b?c',
  '?q',
  '#h',
  'http://a.b/?x=1&x=2',
  'file:///etc/x',
];

export const cases = {
  'joins paths': () => [path.join('a', '..', 'b', './c'), path.join(''), path.join('/a', '/b'), path.join('..', 'a')],
  'resolves paths': () => [path.resolve('/a', 'b', '../c'), path.resolve('/a', '/b'), path.resolve('/')],
  'takes paths apart': () =>
    PATHS.map((one) => [
      path.basename(one),
      path.basename(one, '.gz'),
      path.dirname(one),
      path.extname(one),
      path.isAbsolute(one),
      path.normalize(one),
      { ...path.parse(one) },
    ]),
  'finds the way between paths': () => [
    path.relative('/a/b', '/a/c/d'),
    path.relative('/a', '/a'),
    path.relative('/a/b/c', '/'),
  ],
  'puts paths together': () => [
    path.format({ dir: '/a', base: 'b.c' }),
    path.format({ root: '/', name: 'b', ext: '.c' }),
    path.sep,
    path.delimiter,
    posix === path.posix,
    path.toNamespacedPath('/a'),
  ],
  'refuses a path that is no text': () => path.join('a', 1),
  'writes queries': () => [
    querystring.stringify({ a: 1, b: ['x', 'y z'], c: '', d: null, e: true, f: undefined, g: NaN, ü: 'ö&=', h: {} }),
    querystring.stringify({ a: 1, b: 2 }, ';', ':'),
    querystring.stringify('text'),
    querystring.stringify(null),
  ],
  'reads queries': () =>
    ['a=1&b=2', 'a=1&a=2&a=3', 'a', 'a=', '=b', '&&a=1&', 'a+b=c+d', 'a=%zz', 'a=%C3%BC', 'a=%FF', 'a=b=c', ''].map(
      (text) => ({ ...querystring.parse(text) }),
    ),
  'reads queries by other rules': () => [
    { ...querystring.parse('a:1;b:2', ';', ':') },
    { ...querystring.parse('a=1&b=2&c=3', null, null, { maxKeys: 2 }) },
    { ...querystring.parse('a=%41', null, null, { decodeURIComponent: (text) => `<${text}>` }) },
  ],
  escapes: () => [querystring.escape("a b!'()*ü"), querystring.unescape('a%20b%zz')],
  'writes names in Punycode': () => [
    punycode.toASCII('mañana.com'),
    punycode.toUnicode('xn--maana-pta.com'),
    punycode.encode('ü'),
    punycode.decode('tda'),
    punycode.ucs2.decode('a😀'),
  ],
  'decodes texts in parts': () => {
    const decoder = new StringDecoder('utf8');
    return [
      decoder.write(Buffer.from([0xe2, 0x82])),
      decoder.write(Buffer.from([0xac, 0x61])),
      decoder.end(Buffer.from([0xc3])),
      decoder.encoding,
    ];
  },
  'decodes base64 and UTF-16 in parts': () => {
    const base64 = new StringDecoder('base64');
    const wide = new StringDecoder('utf16le');
    return [
      base64.write(Buffer.from('ab')),
      base64.write(Buffer.from('cd')),
      base64.end(),
      wide.write(Buffer.from([0x61])),
      wide.end(Buffer.from([0x00])),
    ];
  },
  'parses old URLs': () => URLS.map((one) => ({ ...url.parse(one) })),
  'parses old URLs with their queries': () => ({ ...url.parse('http://a.b/c?x=1&y=2', true).query }),
  'formats old URLs': () => [
    url.format({ protocol: 'https', hostname: 'a.b', pathname: '/c', query: { d: 1 } }),
    url.format(url.parse('http://a.b/c?d#e')),
  ],
  'resolves old URLs': () => [
    url.resolve('/one/two/three', 'four'),
    url.resolve('http://example.com/', '/one'),
    url.resolve('http://example.com/one', '/two'),
    url.resolve('http://a/b/c', '../d'),
  ],
  'formats URLs': () => [
    url.format(new URL('https://u:p@a.b/c?d#e'), { auth: false, fragment: false }),
    url.format(new URL('https://a.b/c?d#e'), { search: false }),
  ],
  'turns URLs into paths': () => [
    fileURLToPath('file:///a%20b/c'),
    fileURLToPath(new URL('file:///x')),
    pathToFileURL('/a b#?%').href,
  ],
  'refuses a URL that is no path': () => fileURLToPath('https://a.b/c'),
  'refuses a URL of a host': () => fileURLToPath('file://host/c'),
  'knows names of domains': () => [
    url.domainToASCII('español.com'),
    url.domainToASCII('xn--iñvalid.com'),
    url.domainToUnicode('xn--espaol-zwa.com'),
  ],
  'gives options of a request': () => url.urlToHttpOptions(new URL('https://u:p@a.b:1/c?d#e')),
};
