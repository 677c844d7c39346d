import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { channel, tracingChannel } from 'node:diagnostics_channel';
import fs, { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import os from 'node:os';
import { performance } from 'node:perf_hooks';
import { isatty } from 'node:tty';
import { promisify } from 'node:util';
import zlib from 'node:zlib';

const later = (ms = 1) => new Promise((resolve) => setTimeout(resolve, ms));
const TEXT = 'all work and no play '.repeat(50);

export const cases = {
  'keeps a store through a run': async () => {
    const storage = new AsyncLocalStorage();
    const inside = await storage.run({ id: 1 }, async () => {
      const before = storage.getStore();
      await later();
      return [before, storage.getStore(), storage.run(2, () => storage.getStore()), storage.getStore()];
    });
    return [inside, storage.getStore(), storage.exit(() => storage.getStore())];
  },
  'keeps a store until an error': async () => {
    const storage = new AsyncLocalStorage();
    await storage
      .run(1, async () => {
        await later();
        throw new Error('e');
      })
      .catch(() => {});
    return storage.getStore();
  },
  'runs in a resource': () => new AsyncResource('mine').runInAsyncScope((a) => a + 1, null, 1),
  'publishes on a channel': () => {
    const seen = [];
    const one = channel('mine');
    const listener = (message, name) => seen.push(message, name);
    one.subscribe(listener);
    one.publish('a');
    one.unsubscribe(listener);
    one.publish('b');
    return [seen, one.hasSubscribers, channel('mine') === one];
  },
  traces: async () => {
    const seen = [];
    const traced = tracingChannel('work');
    traced.subscribe({
      start: () => seen.push('start'),
      end: () => seen.push('end'),
      asyncEnd: () => seen.push('later'),
      error: () => seen.push('error'),
    });
    traced.traceSync(() => 1, {});
    await traced.tracePromise(async () => 1, {});
    return seen;
  },
  'finds no file of the machine': () => readFileSync('/nowhere/at/all'),
  'finds no file of the machine later': () => readFile('/nowhere/at/all', 'utf8'),
  'asks whether there is a file': () => [
    fs.existsSync('/nowhere/at/all'),
    fs.statSync('/nowhere/at/all', { throwIfNoEntry: false }),
  ],
  'reads no folder that is not there': () => fs.readdirSync('/nowhere/at/all'),
  'tells a callback': () =>
    new Promise((resolve) => fs.stat('/nowhere/at/all', (error) => resolve([error.code, error.syscall, error.path]))),
  'knows constants': () => [
    os.EOL,
    os.platform(),
    os.endianness(),
    os.constants.signals.SIGTERM,
    fs.constants.R_OK,
    zlib.constants.Z_BEST_COMPRESSION,
  ],
  'knows modules': () => [isBuiltin('fs'), isBuiltin('node:fs/promises'), isBuiltin('zod')],
  measures: () => [typeof performance.now(), isatty(1) && false],
  'compresses and expands': () =>
    ['gzip', 'deflate', 'deflateRaw'].map(
      (name, at) =>
        zlib[`${['gunzip', 'inflate', 'inflateRaw'][at]}Sync`](zlib[`${name}Sync`](TEXT)).toString() === TEXT,
    ),
  'expands what zlib has compressed': () => [
    zlib.gunzipSync(Buffer.from('H4sIAAAAAAAAA8tIzcnJBwCGphA2BQAAAA==', 'base64')).toString(),
    zlib.unzipSync(zlib.deflateSync('either')).toString(),
  ],
  'expands what others compressed with Brotli and Zstandard': async () => [
    zlib.brotliDecompressSync(Buffer.from('GyMA+B2pU5+7cC1k9iYnQejwKo0tB9HElkZkmXPWIedcEaAz2Q==', 'base64')).toString(),
    String(await promisify(zlib.zstdDecompress)(Buffer.from('KLUv/SAftQAAgGhlbGxvIFpzdGFuZGFyZCABAKabSw==', 'base64'))),
  ],
  'refuses Brotli that is cut': () => {
    try {
      return zlib.brotliDecompressSync(Buffer.from('GyMA+B2pU5+7cC1k9iYnQejwKo0=', 'base64')).length;
    } catch {
      return 'refused';
    }
  },
  'expands later': async () => String(await promisify(zlib.gunzip)(await promisify(zlib.gzip)('later'))),
  'expands streams': async () => {
    const parts = [];
    const stream = zlib.createGzip().on('error', () => {});
    const out = stream.pipe(zlib.createGunzip());
    stream.end('through');
    for await (const part of out) parts.push(part);
    return String(Buffer.concat(parts));
  },
  'refuses what was not compressed': () => {
    try {
      zlib.inflateSync(Buffer.from('nothing'));
    } catch (error) {
      return [error.code, error.errno, error.message];
    }
  },
  'refuses what is cut off': () => {
    try {
      zlib.gunzipSync(zlib.gzipSync(TEXT).subarray(0, 20));
    } catch (error) {
      return [error.code, error.message];
    }
  },
  'counts a checksum': () => [zlib.crc32('hello'), zlib.crc32(Buffer.from('world'), 5)],
};
