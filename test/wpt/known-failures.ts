// Tests of web-platform-tests that fail, and why: what the guest does not offer, by decision or not yet. A file's reason holds
// for all of its tests, or for those whose names hold one of the words.

export interface KnownFailure {
  /** Matches paths below the checkout; `*` stands for anything. */
  readonly files: string;
  /** Words of tests' names; all of the file's tests where absent. */
  readonly tests?: readonly string[];
  readonly reason: string;
}

export const KNOWN_FAILURES: readonly KnownFailure[] = [
  { files: '**/idlharness*.any.js', reason: 'needs the suite’s own IDL parser and its descriptions of interfaces' },
  { files: 'encoding/streams/**', reason: 'there are no TextEncoderStream and TextDecoderStream' },
  { files: 'streams/transferable/**', reason: 'there is nobody to transfer a stream to' },
  { files: 'streams/readable-streams/owning-type*', reason: 'there is nobody to transfer a stream to' },
  {
    files: 'streams/**/{patched-global,garbage-collection}.any.js',
    reason: 'globals cannot be replaced, nor memory be collected at will',
  },
  {
    files: 'fetch/api/headers/**',
    tests: ['Check keys', 'Check values', 'Check entries'],
    reason: 'what calls share is frozen: members of an iterator’s prototype cannot be written',
  },
  {
    files: 'fetch/api/headers/header-setcookie.any.js',
    tests: ['forbidden response', 'server'],
    reason: 'a tool may see and set cookies of a response; there is no server of the suite’s',
  },
  { files: 'fetch/api/response/json.any.js', reason: 'there is no server of the suite’s, and data: is not fetched' },
  { files: 'FileAPI/blob/**', tests: ['MessagePort'], reason: 'there are no such objects' },
  { files: 'fetch/api/headers/headers-no-cors.any.js', reason: 'modes are for pages' },
  {
    files: 'fetch/api/{headers,request,response,body}/**',
    tests: ['cookie', 'origin', 'referer', 'no-cors', 'destination', 'navigat', 'redirect Response stream'],
    reason: 'a tool is no page: it may set these headers, modes change nothing, and URLs are relative to none',
  },
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
  { files: 'encoding/textdecoder-arguments.any.js', tests: ['resizable'], reason: 'buffers cannot be resized' },
  { files: 'dom/events/**', tests: ['window.onerror', 'document'], reason: 'there is no page' },
  {
    files: 'hr-time/**',
    tests: ['addEventListener', 'EventTarget', 'resolution'],
    reason: 'the clock is shared and holds nothing; it has steps of 1 ms',
  },
  {
    files: 'html/webappapis/structured-clone/**',
    tests: [
      'Blob',
      'File',
      'FileList',
      'ImageData',
      'ImageBitmap',
      'SharedArrayBuffer',
      'MessagePort',
      'Stream',
      'Resizable',
      'growable',
    ],
    reason: 'there are no such objects, or they have state that is not cloned',
  },
  {
    files: 'WebCryptoAPI/**',
    tests: ['RSA-OAEP', 'AES-KW', 'AES-OCB', 'Ed448', 'X448', 'SHA3', 'cSHAKE', 'TurboSHAKE', 'KT', 'ML-'],
    reason: 'these algorithms are not offered',
  },
  {
    files: 'WebCryptoAPI/generateKey/**',
    tests: ['RSA'],
    reason: 'keys for RSA take longer to make than most calls have; they are imported',
  },
  {
    files: 'WebCryptoAPI/encrypt_decrypt/**',
    tests: ['-bit tag'],
    reason: 'AES-GCM has tags of 128 bits only',
  },
];
