// Lists the tests of web-platform-tests that fail, and why: what the guest does not offer, by decision or not yet. A reason applies
// to all tests of a file, or to those whose names contain one of the words. The first entry that matches a failure explains it.

import type { Config } from '../../src/settings/config.ts';

export interface KnownFailure {
  /** Pattern for paths below the checkout; `*` matches anything. */
  readonly files: string;
  /** Words in the names of tests. If absent, all tests of the file. */
  readonly tests?: readonly string[];
  /** The mode in which it fails. If absent, in both. */
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
    reason: 'performance is not an EventTarget, and has functions only',
  },
  {
    files: 'url/{url-constructor,url-setters}.any.js',
    tests: ['xn--pokxncvks', '<https://xn--/>', '<file://xn--/p>', "= 'xn--'"],
    reason: 'the standard has changed since: a name in ASCII is accepted unchanged, even if it is not valid Punycode',
  },
  { files: 'encoding/streams/**', reason: 'there are no TextEncoderStream and TextDecoderStream' },
  {
    files: 'encoding/{replacement,unsupported}-encodings.any.js',
    reason: 'needs XMLHttpRequest, which does not exist here',
  },
  { files: 'encoding/encodeInto.any.js', tests: ['detached'], reason: 'detaches a buffer with a MessageChannel' },
  { files: 'encoding/legacy-mb-*/**', reason: 'encodings of more than one byte per character are not offered' },
  {
    files: 'encoding/iso-2022-jp-decoder.any.js',
    reason: 'encodings of more than one byte per character are not offered',
  },
  {
    files: 'encoding/**',
    tests: ['big5', 'euc-jp', 'euc-kr', 'gb18030', 'gbk', 'iso-2022-jp', 'shift_jis', 'SharedArrayBuffer'],
    reason: 'encodings of more than one byte per character are not offered, nor is shared memory',
  },
  { files: 'dom/abort/*-shadowrealm.any.js', reason: 'there are no shadow realms' },
  {
    files: 'dom/events/**',
    tests: ['removing a null event listener'],
    reason: 'the global object is not an EventTarget',
  },
  {
    files: 'hr-time/**',
    tests: ['EventTarget'],
    reason: 'all calls share performance, so it is not an EventTarget',
  },
  {
    files: 'html/webappapis/timers/evil-spec-example.any.js',
    reason: 'setTimeout takes functions, not text to evaluate',
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
    reason: 'the library writes a chunk at once if it is enqueued while a pipe waits for it',
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
  { files: 'streams/readable-streams/owning-type*', reason: 'there is no other thread to transfer a stream to' },
];

const FROZEN = 'objects that calls share are frozen';
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
    reason: 'a plugin may change Object.prototype in an isolate of its own: it harms only itself',
  },
];

const FETCH: readonly KnownFailure[] = [
  {
    files: 'fetch/api/**/*.h2.any.js',
    reason: 'needs an HTTP/2 server, and bodies that are sent while they are written',
  },
  {
    files: 'fetch/api/headers/header-setcookie.any.js',
    tests: ['forbidden response'],
    reason: 'a tool may see and set cookies of a response',
  },
  {
    files: 'fetch/api/headers/header-values-normalize.any.js',
    tests: ['fetch() with value'],
    reason: 'the host sends no control characters in headers',
  },
  {
    files: 'fetch/api/headers/header-values.any.js',
    tests: ['fetch() with all valid values'],
    reason: 'the host sends at most 100 headers',
  },
  { files: 'fetch/api/headers/headers-no-cors.any.js', reason: 'modes are for pages' },
  {
    files: 'fetch/api/{headers,request,response,body}/**',
    tests: ['cookie', 'origin', 'referer', 'no-cors', 'navigat'],
    reason: 'a tool is not a page: it may set these headers, and modes have no effect',
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
    reason: 'the standard does not use the body of the other request if there is a new one',
  },
  {
    files: 'fetch/api/basic/{request-headers,request-forbidden-headers,referrer,request-referrer*}.any.js',
    tests: ['origin', 'referer', 'referrer', 'Cookie', 'Fetch with P', 'needs an Origin', 'about:client', 'url'],
    reason: 'a tool is not a page: it has no origin and no referrer, and may set these headers',
  },
  {
    files: 'fetch/api/basic/request-forbidden-headers.any.js',
    tests: ['-method'],
    reason: 'the host refuses headers that could change the method of a request',
  },
  {
    files: 'fetch/api/basic/request-private-network-headers.tentative.any.js',
    reason: 'the header is a proposal for pages',
  },
  {
    files: 'fetch/api/basic/request-headers.any.js',
    tests: ['Chicken'],
    reason: 'the host sends methods in capitals only',
  },
  { files: 'fetch/api/basic/request-headers-case.any.js', reason: 'the host sends names in small letters' },
  {
    files: 'fetch/api/basic/integrity.sub.any.js',
    reason: 'fetch does not check integrity, and refuses requests that ask for it',
  },
  {
    files: 'fetch/api/basic/{mode-no-cors.sub,mode-same-origin}.any.js',
    reason: 'modes are for pages, and have no effect',
  },
  { files: 'fetch/api/basic/conditional-get.any.js', reason: 'there is no cache' },
  {
    files: 'fetch/api/basic/{error-after-response,stream-response}.any.js',
    reason: 'a response arrives whole',
  },
  {
    files: 'fetch/api/basic/{header-value-combining,header-value-null-byte,http-response-code,request-upload}.any.js',
    reason: 'needs files and answers of the suite’s server that are missing here',
  },
  { files: 'fetch/api/basic/scheme-*.any.js', reason: 'fetch reaches https: and http: only' },
  { files: 'fetch/api/redirect/redirect-{referrer*,origin}.any.js', reason: 'a tool has no origin and no referrer' },
  {
    files: 'fetch/api/redirect/{redirect-mode,redirect-location,redirect-empty-location}.any.js',
    tests: ['manual'],
    reason: 'in the mode "manual" a tool sees the redirect, and a page must not',
  },
  {
    files: 'fetch/api/redirect/{redirect-mode,redirect-back-to-original-origin}.any.js',
    reason: 'modes are for pages, and have no effect',
  },
  {
    files: 'fetch/api/redirect/redirect-count.any.js',
    tests: ['20 times'],
    reason: 'the host follows 10 redirects, not 20',
  },
  {
    files: 'fetch/api/redirect/redirect-method.any.js',
    tests: ['TESTING'],
    reason: 'a manifest can name only methods that HTTP defines',
  },
  { files: 'fetch/api/abort/cache.https.any.js', reason: 'there is no cache' },
  {
    files: 'fetch/api/abort/general.any.js',
    tests: ['connection'],
    reason: 'a response arrives whole: it does not exist before its last byte',
  },
  {
    files: 'fetch/api/response/{json,response-consume-stream}.any.js',
    tests: ['JSON parser', 'redirect Response stream'],
    reason: 'data: is not fetched, and there is no page to which URLs are relative',
  },
  { files: 'FileAPI/blob/**', tests: ['MessagePort'], reason: 'there are no such objects' },
];

const CRYPTO: readonly KnownFailure[] = [
  {
    files: 'WebCryptoAPI/sign_verify/eddsa_small_order_points.https.any.js',
    reason: 'signatures are verified with the cofactor, the first method in RFC 8032',
  },
  {
    files: 'WebCryptoAPI/**',
    tests: ['RSA-OAEP', 'AES-KW', 'Ed448', 'X448'],
    reason: 'these algorithms are not offered',
  },
  {
    files: 'WebCryptoAPI/generateKey/**',
    tests: ['RSA'],
    reason: 'RSA keys are imported only, because generating one takes longer than most calls may',
  },
  { files: 'WebCryptoAPI/encrypt_decrypt/**', tests: ['-bit tag'], reason: 'AES-GCM has tags of 128 bits only' },
];

export const KNOWN_FAILURES: readonly KnownFailure[] = [...PARTS, ...IN_REALMS, ...IN_ISOLATES, ...FETCH, ...CRYPTO];
