// `fs` of Node: the files of the bundle, read only. Runs inside the isolate, as part of the packed entry.

import { notInTool } from './errors.ts';
import { bytesAt, fileError, namesIn, pathOf } from './files.ts';
import Stream from './stream.ts';

type Encoded = string | { readonly encoding?: string | null } | null | undefined;

const encodingIn = (options: unknown): string | undefined =>
  (typeof options === 'string' ? options : (options as { encoding?: string } | null | undefined)?.encoding) ??
  undefined;

class Stats {
  readonly size: number;
  readonly mode: number;
  readonly #isFolder: boolean;
  readonly mtimeMs = 0;
  readonly mtime = new Date(0);
  readonly ctime = new Date(0);
  readonly birthtime = new Date(0);
  readonly atime = new Date(0);

  constructor(size: number, isFolder: boolean) {
    this.size = size;
    this.mode = isFolder ? 0o40555 : 0o100444;
    this.#isFolder = isFolder;
  }

  isFile = (): boolean => !this.#isFolder;
  isDirectory = (): boolean => this.#isFolder;
  isSymbolicLink = (): boolean => false;
  isFIFO = (): boolean => false;
  isSocket = (): boolean => false;
  isBlockDevice = (): boolean => false;
  isCharacterDevice = (): boolean => false;
}

const stat =
  (call: string) =>
  (given: unknown, options?: { readonly throwIfNoEntry?: boolean }): Stats | undefined => {
    const at = pathOf(given);
    if (namesIn(at)) return new Stats(0, true);
    const bytes = bytesAt(at);
    if (bytes) return new Stats(bytes.length, false);
    if (options?.throwIfNoEntry === false) return undefined;
    throw fileError('ENOENT', call, String(given));
  };

const readFile = (given: unknown, options?: Encoded): Buffer | string => {
  const at = pathOf(given);
  const bytes = bytesAt(at);
  if (!bytes) throw namesIn(at) ? fileError('EISDIR', 'read') : fileError('ENOENT', 'open', String(given));
  const encoding = encodingIn(options);
  return encoding === undefined ? bytes : bytes.toString(encoding as BufferEncoding);
};

const dirent = (name: string, parentPath: string): object => {
  const found = stat('stat')(`${parentPath}/${name}`) as Stats;
  const { isFile, isDirectory, isSymbolicLink } = found;
  return { name, parentPath, path: parentPath, isFile, isDirectory, isSymbolicLink };
};

const readdir = (
  given: unknown,
  options?: { readonly withFileTypes?: boolean; readonly recursive?: boolean },
): unknown[] => {
  const at = pathOf(given);
  const names = namesIn(at);
  if (!names) throw fileError(bytesAt(at) ? 'ENOTDIR' : 'ENOENT', 'scandir', String(given));
  const below = (folder: string): string[] =>
    (namesIn(folder) ?? []).flatMap((name) => [
      `${folder}/${name}`,
      ...(options?.recursive ? below(`${folder}/${name}`) : []),
    ]);
  const paths = below(at).map((one) => one.slice(at.length + 1));
  if (!options?.withFileTypes) return paths;
  return paths.map((one) => dirent(one.split('/').at(-1) as string, `${at}/${one}`.replace(/\/[^/]*$/, '')));
};

const exists = (given: unknown): boolean => {
  const at = pathOf(given);
  return namesIn(at) !== undefined || bytesAt(at) !== undefined;
};

const access = (given: unknown, mode = 0): void => {
  if (!exists(given)) throw fileError('ENOENT', 'access', String(given));
  if (mode & 2) throw fileError('EROFS', 'access', String(given));
};

const realpath = (given: unknown): string => {
  if (!exists(given)) throw fileError('ENOENT', 'realpath', String(given));
  return pathOf(given);
};

const opened = new Map<number, { readonly bytes: Buffer; at: number }>();
let lastOpened = 2;

const open = (given: unknown, flags: unknown = 'r'): number => {
  if (flags !== 'r' && flags !== 0) throw fileError('EROFS', 'open', String(given));
  const bytes = readFile(given) as Buffer;
  lastOpened += 1;
  opened.set(lastOpened, { bytes, at: 0 });
  return lastOpened;
};

const read = (
  fd: number,
  target: Uint8Array,
  offset = 0,
  length = target.length - offset,
  position: number | null = null,
): number => {
  const file = opened.get(fd);
  if (!file) throw Object.assign(new Error('EBADF: bad file descriptor, read'), { code: 'EBADF', syscall: 'read' });
  const from = position ?? file.at;
  const part = file.bytes.subarray(from, from + length);
  target.set(part, offset);
  if (position === null) file.at += part.length;
  return part.length;
};

const readOnly =
  (call: string) =>
  (given: unknown): never => {
    throw fileError('EROFS', call, String(given));
  };

const WRITING: Readonly<Record<string, string>> = {
  appendFile: 'open',
  chmod: 'chmod',
  chown: 'chown',
  copyFile: 'copyfile',
  cp: 'cp',
  link: 'link',
  mkdir: 'mkdir',
  mkdtemp: 'mkdtemp',
  rename: 'rename',
  rm: 'rm',
  rmdir: 'rmdir',
  symlink: 'symlink',
  truncate: 'open',
  unlink: 'unlink',
  utimes: 'utime',
  writeFile: 'open',
};

type Work = (...values: never[]) => unknown;

/** Name → what it does at once. The other forms are made of it. */
const WORKS: Readonly<Record<string, Work>> = {
  access,
  lstat: stat('lstat'),
  readFile,
  readdir,
  realpath,
  stat: stat('stat'),
  ...Object.fromEntries(Object.entries(WRITING).map(([name, call]) => [name, readOnly(call)])),
};

type Done = (error: unknown, value?: unknown) => void;

const later =
  (work: Work) =>
  (...values: unknown[]): void => {
    const done = values.pop() as Done;
    queueMicrotask(() => {
      let value: unknown;
      try {
        value = (work as (...values: unknown[]) => unknown)(...values);
      } catch (error) {
        return done(error);
      }
      done(null, value);
    });
  };

const createReadStream = (given: unknown, options?: Encoded): unknown => {
  const stream = new Stream.Readable({ read() {} });
  const encoding = encodingIn(options);
  if (encoding !== undefined) stream.setEncoding(encoding);
  queueMicrotask(() => {
    try {
      stream.push(readFile(given));
      stream.push(null);
    } catch (error) {
      stream.destroy(error);
    }
  });
  return Object.assign(stream, { path: given });
};

const createWriteStream = (given: unknown): unknown => {
  const stream = new Stream.Writable({ write: (_chunk: unknown, _encoding: unknown, done: () => void) => done() });
  queueMicrotask(() => stream.destroy(fileError('EROFS', 'open', String(given))));
  return Object.assign(stream, { path: given });
};

const constants = {
  F_OK: 0,
  R_OK: 4,
  W_OK: 2,
  X_OK: 1,
  O_RDONLY: 0,
  O_WRONLY: 1,
  O_RDWR: 2,
  O_CREAT: 64,
  O_EXCL: 128,
  O_TRUNC: 512,
  O_APPEND: 1024,
  COPYFILE_EXCL: 1,
  S_IFMT: 61_440,
  S_IFREG: 32_768,
  S_IFDIR: 16_384,
  S_IFLNK: 40_960,
};

export const promises: Readonly<Record<string, unknown>> = {
  constants,
  ...Object.fromEntries(
    Object.entries(WORKS).map(([name, work]) => [name, async (...values: never[]) => work(...values)]),
  ),
  open: async (given: unknown, flags?: unknown) => {
    const fd = open(given, flags);
    return {
      fd,
      readFile: async (options?: Encoded) => readFile(given, options),
      stat: async () => stat('stat')(given),
      close: async () => void opened.delete(fd),
    };
  },
};

const noWatching = (): never => {
  throw notInTool('fs.watch', 'the files of a bundle never change');
};

export default {
  Stats,
  constants,
  ...constants,
  promises,
  ...Object.fromEntries(
    Object.entries(WORKS).flatMap(([name, work]) => [
      [`${name}Sync`, work],
      [name, later(work)],
    ]),
  ),
  close: later((fd: number) => void opened.delete(fd)),
  closeSync: (fd: number) => void opened.delete(fd),
  createReadStream,
  createWriteStream,
  exists: (given: unknown, done: (found: boolean) => void) => queueMicrotask(() => done(exists(given))),
  existsSync: exists,
  fstatSync: (fd: number) => new Stats(opened.get(fd)?.bytes.length ?? 0, false),
  open: later(open),
  openSync: open,
  readFileSync: readFile,
  readSync: read,
  realpathSync: Object.assign(realpath, { native: realpath }),
  unwatchFile() {},
  watch: noWatching,
  watchFile: noWatching,
  writeSync: readOnly('write'),
};
