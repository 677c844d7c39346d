// Tests of web-platform-tests that fail, and why: what the guest does not offer, by decision or not yet. A file's reason holds
// for all of its tests, or for those whose names hold one of the words. The first entry that fits a failure explains it.

import type { Config } from '../../src/config/config.ts';

export interface KnownFailure {
  /** Matches paths below the checkout; `*` stands for anything. */
  readonly files: string;
  /** Words of tests' names; all of the file's tests where absent. */
  readonly tests?: readonly string[];
  /** Where it fails in one kind of fresh state only. */
  readonly mode?: Config['freshState'];
  readonly reason: string;
}

const PARTS: readonly KnownFailure[] = [
  {
    files: 'encoding/idlharness.any.js',
    tests: ['TextDecoderStream', 'TextEncoderStream'],
    reason: 'there are no TextEncoderStream and TextDecoderStream',
  },
  {
    files: 'encoding/idlharness.any.js',
    tests: ['TextDecoder interface', 'TextEncoder interface'],
    reason: 'the library’s instances have members of their own where the standard has getters',
  },
  {
    files: 'hr-time/idlharness.any.js',
    tests: ['Performance interface', 'attribute performance', 'inherit property "performance"'],
    reason: 'the clock is an object of functions: no EventTarget, and on no prototype',
  },
  {
    files: 'url/{url-constructor,url-setters}.any.js',
    tests: ['xn--pokxncvks', '<https://xn--/>', '<file://xn--/p>', "= 'xn--'"],
    reason: 'the standard has changed since: a name in ASCII is taken as it is, whatever Punycode makes of it',
  },
  { files: 'encoding/streams/**', reason: 'there are no TextEncoderStream and TextDecoderStream' },
  {
    files: 'encoding/{replacement,unsupported}-encodings.any.js',
    reason: 'looks at what XMLHttpRequest decodes, and there is none',
  },
  { files: 'encoding/encodeInto.any.js', tests: ['detached'], reason: 'detaches a buffer with a MessageChannel' },
  { files: 'encoding/legacy-mb-*/**', reason: 'encodings of more than one byte a character are not offered' },
  {
    files: 'encoding/iso-2022-jp-decoder.any.js',
    reason: 'encodings of more than one byte a character are not offered',
  },
  {
    files: 'encoding/**',
    tests: ['big5', 'euc-jp', 'euc-kr', 'gb18030', 'gbk', 'iso-2022-jp', 'shift_jis', 'SharedArrayBuffer'],
    reason: 'encodings of more than one byte a character are not offered, nor is shared memory',
  },
  { files: 'dom/abort/*-shadowrealm.any.js', reason: 'there are no shadow realms' },
  {
    files: 'dom/events/**',
    tests: ['removing a null event listener'],
    reason: 'the global object is no EventTarget',
  },
  {
    files: 'hr-time/**',
    tests: ['EventTarget'],
    reason: 'the clock is shared, and holds nothing',
  },
  {
    files: 'html/webappapis/timers/evil-spec-example.any.js',
    reason: 'setTimeout takes functions, and no text to evaluate',
  },
  {
    files: 'html/webappapis/structured-clone/**',
    tests: ['Resizable', 'growable', 'Length-tracking', 'OOB'],
    reason: 'buffers cannot be resized',
  },
  {
    files: 'html/webappapis/structured-clone/**',
    tests: [
      ...['Blob', 'File', 'MessagePort'],
      ...['platform object', 'interface is deleted', 'closest serializable', 'closest transferable'],
    ],
    reason: 'there are no such objects, or they have state that is not cloned',
  },
  {
    files: 'streams/piping/general-addition.any.js',
    reason: 'the library writes at once what is enqueued while a pipe waits for it',
  },
  {
    files: 'streams/readable-byte-streams/templated.any.js',
    tests: ['canceling via the reader'],
    reason: 'the library gives an empty view where the standard gives undefined',
  },
  {
    files: 'streams/readable-streams/async-iterator.any.js',
    tests: ['correct list of properties'],
    reason: 'the library’s iterators do not extend the engine’s',
  },
  {
    files: 'streams/readable-byte-streams/non-transferable-buffers.any.js',
    reason: 'there is no WebAssembly',
  },
  { files: 'streams/readable-streams/owning-type*', reason: 'there is nobody to transfer a stream to' },
];

const FROZEN = 'what calls share is frozen';
const IN_REALMS: readonly KnownFailure[] = [
  { files: '**/idlharness.any.js', reason: FROZEN },
  { files: 'fetch/api/headers/**', tests: ['Check keys', 'Check values', 'Check entries'], reason: FROZEN },
  { files: 'fetch/api/basic/stream-safe-creation.any.js', reason: FROZEN },
  { files: 'streams/piping/{pipe-through,then-interception}.any.js', reason: FROZEN },
  { files: 'streams/*/general.any.js', tests: ['.apply()'], reason: FROZEN },
  { files: 'streams/**/{patched-global,garbage-collection}.any.js', reason: FROZEN },
].map((entry) => ({ ...entry, mode: 'realm' as const }));

const IN_ISOLATES: readonly KnownFailure[] = [
  {
    files: 'fetch/api/response/response-stream-with-broken-then.any.js',
    mode: 'isolate',
    reason: 'who bends Object.prototype in an isolate of its own bends it for itself',
  },
];

const FETCH: readonly KnownFailure[] = [
  {
    files: 'fetch/api/**/*.h2.any.js',
    reason: 'needs a server of HTTP/2, and bodies that are sent while they are made',
  },
  {
    files: 'fetch/api/headers/header-setcookie.any.js',
    tests: ['forbidden response'],
    reason: 'a tool may see and set cookies of a response',
  },
  {
    files: 'fetch/api/headers/header-values-normalize.any.js',
    tests: ['fetch() with value'],
    reason: 'the broker sends no control characters in headers',
  },
  {
    files: 'fetch/api/headers/header-values.any.js',
    tests: ['fetch() with all valid values'],
    reason: 'the broker sends at most 100 headers',
  },
  { files: 'fetch/api/headers/headers-no-cors.any.js', reason: 'modes are for pages' },
  {
    files: 'fetch/api/{headers,request,response,body}/**',
    tests: ['cookie', 'origin', 'referer', 'no-cors', 'navigat'],
    reason: 'a tool is no page: it may set these headers, and modes change nothing',
  },
  { files: 'fetch/api/request/request-cache-*.any.js', reason: 'there is no cache: every request is sent' },
  {
    files: 'fetch/api/{request,response}/*-consume-empty.any.js',
    tests: ['FormData'],
    reason: 'an empty form has a last boundary, as the standard writes it',
  },
  {
    files: 'fetch/api/request/request-disturbed.any.js',
    tests: ['even if body is not used'],
    reason: 'the standard leaves the body of the other request alone where there is a new one',
  },
  {
    files: 'fetch/api/basic/{request-headers,request-forbidden-headers,referrer,request-referrer*}.any.js',
    tests: ['origin', 'referer', 'referrer', 'Cookie', 'Fetch with P', 'needs an Origin', 'about:client', 'url'],
    reason: 'a tool is no page: it has no origin and no referrer, and may set these headers',
  },
  {
    files: 'fetch/api/basic/request-forbidden-headers.any.js',
    tests: ['-method'],
    reason: 'the broker refuses headers that could make another method of a request',
  },
  {
    files: 'fetch/api/basic/request-private-network-headers.tentative.any.js',
    reason: 'the header is a proposal for pages',
  },
  {
    files: 'fetch/api/basic/request-headers.any.js',
    tests: ['Chicken'],
    reason: 'the broker sends methods in capitals only',
  },
  { files: 'fetch/api/basic/request-headers-case.any.js', reason: 'the broker sends names in small letters' },
  {
    files: 'fetch/api/basic/integrity.sub.any.js',
    reason: 'fetch checks no integrity, and refuses requests that ask for it',
  },
  {
    files: 'fetch/api/basic/{mode-no-cors.sub,mode-same-origin}.any.js',
    reason: 'modes are for pages, and change nothing',
  },
  { files: 'fetch/api/basic/conditional-get.any.js', reason: 'there is no cache' },
  {
    files: 'fetch/api/basic/{error-after-response,stream-response}.any.js',
    reason: 'a response comes whole',
  },
  {
    files: 'fetch/api/basic/{header-value-combining,header-value-null-byte,http-response-code,request-upload}.any.js',
    reason: 'needs files and answers of the suite’s server that are not made here',
  },
  { files: 'fetch/api/basic/scheme-*.any.js', reason: 'fetch reaches https: and http: only' },
  { files: 'fetch/api/redirect/redirect-{referrer*,origin}.any.js', reason: 'a tool has no origin and no referrer' },
  {
    files: 'fetch/api/redirect/{redirect-mode,redirect-location,redirect-empty-location}.any.js',
    tests: ['manual'],
    reason: 'in the mode "manual" a tool sees the redirect, which pages must not',
  },
  {
    files: 'fetch/api/redirect/{redirect-mode,redirect-back-to-original-origin}.any.js',
    reason: 'modes are for pages, and change nothing',
  },
  {
    files: 'fetch/api/redirect/redirect-count.any.js',
    tests: ['20 times'],
    reason: 'the broker follows 10 redirects, not 20',
  },
  {
    files: 'fetch/api/redirect/redirect-method.any.js',
    tests: ['TESTING'],
    reason: 'a manifest names the methods it wants, of those that HTTP defines',
  },
  { files: 'fetch/api/abort/cache.https.any.js', reason: 'there is no cache' },
  {
    files: 'fetch/api/abort/general.any.js',
    tests: ['connection'],
    reason: 'a response comes whole: there is none before its last byte',
  },
  {
    files: 'fetch/api/response/{json,response-consume-stream}.any.js',
    tests: ['JSON parser', 'redirect Response stream'],
    reason: 'data: is not fetched, and URLs are relative to no page',
  },
  { files: 'FileAPI/blob/**', tests: ['MessagePort'], reason: 'there are no such objects' },
];

const CRYPTO: readonly KnownFailure[] = [
  {
    files: 'WebCryptoAPI/sign_verify/eddsa_small_order_points.https.any.js',
    reason: 'signatures are verified with the cofactor, as RFC 8032 has it first',
  },
  {
    files: 'WebCryptoAPI/**',
    tests: ['RSA-OAEP', 'AES-KW', 'Ed448', 'X448'],
    reason: 'these algorithms are not offered',
  },
  {
    files: 'WebCryptoAPI/generateKey/**',
    tests: ['RSA'],
    reason: 'keys for RSA take longer to make than most calls have; they are imported',
  },
  { files: 'WebCryptoAPI/encrypt_decrypt/**', tests: ['-bit tag'], reason: 'AES-GCM has tags of 128 bits only' },
];

export const KNOWN_FAILURES: readonly KnownFailure[] = [...PARTS, ...IN_REALMS, ...IN_ISOLATES, ...FETCH, ...CRYPTO];
