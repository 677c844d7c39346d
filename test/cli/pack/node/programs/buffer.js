import buffer, { Buffer as Bare, Buffer, isAscii, isUtf8, transcode } from 'node:buffer';

const encodings = [
  'utf8',
  'utf-8',
  'UTF8',
  'ucs2',
  'utf16le',
  'latin1',
  'binary',
  'ascii',
  'hex',
  'base64',
  'base64url',
];
const texts = [
  '',
  'a',
  'Größe',
  '€uro',
  '😀!',
  'a\ud800b',
  '\ufeffbom',
  'deadBEEF',
  'abc',
  'YWJjZA==',
  '-_-_',
  'a b=c',
  'zz',
];

export const cases = {
  'is one class under both names': () => [Bare === Buffer, buffer.Buffer === Buffer],
  'writes texts in each encoding': () => encodings.map((encoding) => texts.map((text) => Buffer.from(text, encoding))),
  'reads texts in each encoding': () =>
    encodings.map((encoding) => texts.map((text) => Buffer.from(text).toString(encoding))),
  'reads bytes that are no UTF-8': () => Buffer.from([0xff, 0xc3, 0x28, 0xe2, 0x82, 0xf0, 0x9f]).toString(),
  'refuses an unknown encoding': () => Buffer.from('a', 'nope'),
  'knows encodings': () => [...encodings, 'nope', '', undefined].map((one) => Buffer.isEncoding(one)),
  'counts bytes': () => encodings.map((encoding) => texts.map((text) => Buffer.byteLength(text, encoding))),
  'is made of lists, typed arrays and its own JSON': () => [
    Buffer.from([1, 2, 300, -1, 1.9]),
    Buffer.from(new Uint16Array([1, 258])),
    Buffer.from({ length: 2, 0: 7, 1: 8 }),
    Buffer.from(JSON.parse(JSON.stringify(Buffer.from('ab')))),
    Buffer.from(new String('abc')),
  ],
  'is made of an ArrayBuffer, whose bytes it shares': () => {
    const shared = new Uint8Array([1, 2, 3, 4]).buffer;
    const made = Buffer.from(shared, 1, 2);
    made[0] = 9;
    return [made, new Uint8Array(shared)];
  },
  'refuses a range outside': () => Buffer.from(new ArrayBuffer(2), 5),
  'refuses numbers': () => Buffer.from(5),
  'refuses undefined': () => Buffer.from(undefined),
  'refuses a negative size': () => Buffer.alloc(-1),
  'refuses a size that is no number': () => Buffer.alloc('5'),
  'is filled when it is made': () => [
    Buffer.alloc(5),
    Buffer.alloc(5, 1),
    Buffer.alloc(5, 'ab'),
    Buffer.alloc(4, 'YQ==', 'base64'),
  ],
  'fills a part': () => [
    Buffer.alloc(6).fill('xyz', 1, 5),
    Buffer.alloc(3).fill(257),
    Buffer.alloc(3).fill(Buffer.from([1, 2])),
    Buffer.alloc(2, 1).fill(''),
  ],
  'refuses to fill with nothing': () => Buffer.alloc(2).fill(Buffer.alloc(0)),
  'is joined': () => [
    Buffer.concat([Buffer.from('a'), new Uint8Array([98])]),
    Buffer.concat([]),
    Buffer.concat([Buffer.from('abc')], 2),
    Buffer.concat([Buffer.from('a')], 3),
  ],
  'refuses to join what is no list': () => Buffer.concat('a'),
  'is compared': () => [
    Buffer.compare(Buffer.from('a'), Buffer.from('b')),
    Buffer.from('b').compare(Buffer.from('a')),
    Buffer.from('abc').equals(Buffer.from('abc')),
    Buffer.from('abc').compare(Buffer.from('xbc'), 1, 3, 1),
  ],
  'refuses to be compared with text': () => Buffer.from('a').equals('a'),
  'is sliced without a copy': () => {
    const made = Buffer.from('abcdef');
    const part = made.slice(1, -2);
    part[0] = 0x5a;
    return [
      String(made),
      String(part),
      String(made.subarray(-2)),
      Buffer.isBuffer(part),
      Buffer.isBuffer(made.subarray(1)),
    ];
  },
  'is searched': () => {
    const made = Buffer.from('abcabc');
    return [
      made.indexOf('c'),
      made.indexOf('c', 3),
      made.lastIndexOf('a'),
      made.indexOf(Buffer.from('ca')),
      made.includes('x'),
      made.indexOf(99),
      made.indexOf(''),
      made.indexOf('b', -2),
      made.lastIndexOf('b', -3),
      made.indexOf('62', 'hex'),
      made.lastIndexOf('abc', 2),
    ];
  },
  'refuses to be searched for an object': () => Buffer.from('a').indexOf({}),
  'is copied': () => {
    const target = Buffer.alloc(5, '.');
    return [
      Buffer.from('abcdef').copy(target, 1, 2, 4),
      target.toString(),
      Buffer.from('abcdef').copy(target, 3),
      target.toString(),
    ];
  },
  'writes text without a part of a character': () => {
    const made = Buffer.alloc(5);
    return [made.write('a€€'), made, made.write('xy', 3), made.write('6162', 1, 'hex'), made.write('ü', 4), made];
  },
  'refuses to write outside': () => Buffer.alloc(2).write('a', 5),
  'reads and writes numbers': () => {
    const made = Buffer.alloc(8);
    const written = [made.writeUInt8(200), made.writeInt8(-5, 1), made.writeUInt16LE(513, 2), made.writeInt16BE(-2, 4)];
    return [
      written,
      made,
      made.readUInt8(),
      made.readInt8(1),
      made.readUint16LE(2),
      made.readInt16BE(4),
      made.readUInt32BE(0),
      made.readInt32LE(4),
    ];
  },
  'reads and writes large numbers': () => {
    const made = Buffer.alloc(8);
    return [
      made.writeBigInt64BE(-3n),
      made.readBigInt64BE(),
      made.readBigUInt64LE(),
      made.writeDoubleBE(1.5),
      made.readDoubleBE(),
      made.writeFloatLE(0.5, 2),
      made.readFloatLE(2),
      made,
    ];
  },
  'reads and writes numbers of any size': () => {
    const made = Buffer.alloc(6);
    return [
      made.writeUIntBE(0x123456, 0, 3),
      made.writeIntLE(-2, 3, 3),
      made,
      made.readUIntBE(0, 3),
      made.readIntLE(3, 3),
      made.readUIntLE(0, 6),
      made.readIntBE(0, 6),
    ];
  },
  'refuses to read outside': () => Buffer.alloc(4).readUInt32LE(1),
  'refuses to read from an empty one': () => Buffer.alloc(0).readUInt8(0),
  'refuses an offset that is no whole number': () => Buffer.alloc(4).readUInt8(1.5),
  'refuses an offset that is no number': () => Buffer.alloc(4).readUInt8('1'),
  'refuses a value that is too large': () => Buffer.alloc(4).writeUInt8(256),
  'refuses a value that is too large for 32 bits': () => Buffer.alloc(4).writeInt32LE(2 ** 31),
  'refuses a value that is too large for 64 bits': () => Buffer.alloc(8).writeBigUInt64LE(2n ** 64n),
  'refuses a number of 7 bytes': () => Buffer.alloc(8).readUIntLE(0, 7),
  swaps: () => [
    Buffer.from('abcd').swap16().toString(),
    Buffer.from('abcd').swap32().toString(),
    Buffer.from('abcdefgh').swap64().toString(),
  ],
  'refuses to swap an odd length': () => Buffer.from('abc').swap16(),
  'is JSON': () => JSON.stringify({ made: Buffer.from('ab') }),
  'works without new, as in old code': () => [Buffer('ab', 'latin1'), new Buffer([1, 2]), new Buffer(3)],
  'is a typed array': () => [
    Buffer.from('a') instanceof Uint8Array,
    Buffer.from('ab').map((byte) => byte + 1),
    [...Buffer.from('ab').entries()],
    Buffer.from('ab').reduce((a, b) => a + b),
  ],
  'tells ASCII and UTF-8': () => [
    isAscii(Buffer.from('a')),
    isAscii(Buffer.from('ü')),
    isUtf8(Buffer.from('ü')),
    isUtf8(Buffer.from([255])),
  ],
  'changes an encoding': () => transcode(Buffer.from('aü'), 'utf8', 'utf16le'),
  'copies a view': () => Buffer.copyBytesFrom(new Uint16Array([1, 2, 3]), 1, 1),
  'has undocumented methods that libraries call': () => [
    Buffer.from('abc').utf8Slice(1, 2),
    Buffer.from('abc').hexSlice(),
    Buffer.alloc(3).latin1Write('ab', 1),
  ],
};
