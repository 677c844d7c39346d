// The files of a server's log: the one that is written, and those that the server or logrotate renamed. Any process.

import { createReadStream } from 'node:fs';
import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { CommandFailed, EXIT, misused } from '../common/command.ts';

/** A log to read: a file, or standard input. */
export interface LogSource {
  readonly name: string;
  read(): AsyncIterable<Buffer>;
}

/** The end of a renamed file's name: the server's own, such as `.20260131T120000123Z`, or logrotate's: `.1`, `-20260131`, and what compressed it. */
const RENAMED = /^(?:\.\d{8}T\d{9}Z|\.\d+|-\d{8}(?:-?\d+)?)(?:\.(gz|zst|xz|bz2|lz4))?$/;
const UNPACK: Readonly<Record<string, () => NodeJS.ReadWriteStream>> = {
  gz: createGunzip,
  zst: createZstdDecompress,
};
/** Few and large reads, because nearly all of a log is skipped. */
const CHUNK_BYTES = 1_000_000;

/** The log's files, the newest first, and the names of those that this program cannot unpack. */
export interface LogFiles {
  readonly sources: readonly LogSource[];
  readonly packed: readonly string[];
  close(): Promise<void>;
}

/** Finds the files of the log at `path`. Throws `CommandFailed` if there is none, or it may not be read. */
export const logFilesOf = async (path: string): Promise<LogFiles> => {
  // Opened before the folder is listed: a server that renames the file in between has it in the list, and its content is not missed.
  const current = await openIfThere(path);
  const inode = (await current?.stat())?.ino;
  const renamed = (await renamedFiles(path)).filter((file) => file.inode !== inode);
  if (current === undefined && renamed.length === 0)
    throw misused(`There is no log ${path}.`, 'Name its FILE, or - for standard input.');
  const readable = renamed.filter(({ packing }) => packing === undefined || packing in UNPACK);
  return {
    sources: [
      ...(current === undefined ? [] : [{ name: path, read: () => chunksOf(path, current) }]),
      ...readable.map((file) => ({ name: file.path, read: () => unpacked(file) })),
    ],
    packed: renamed.filter((file) => !readable.includes(file)).map((file) => file.path),
    close: async () => current?.close(),
  };
};

const openIfThere = async (path: string): Promise<FileHandle | undefined> => {
  try {
    return await open(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw notRead(path, error, 'read');
  }
};

interface Renamed {
  readonly path: string;
  readonly packing: string | undefined;
  readonly inode: number;
  readonly writtenMs: number;
}

const renamedFiles = async (path: string): Promise<readonly Renamed[]> => {
  const [folder, name] = [dirname(path), basename(path)];
  const names = await readdir(folder).catch(() => []);
  const found = names.flatMap((each) => {
    const ending = each.startsWith(name) ? RENAMED.exec(each.slice(name.length)) : null;
    return ending === null ? [] : [{ path: join(folder, each), packing: ending[1] }];
  });
  const files = await Promise.all(
    found.map(async (file) => {
      // A server may remove its oldest file at any time.
      const stats = await stat(file.path).catch(() => undefined);
      return stats?.isFile() ? [{ ...file, inode: stats.ino, writtenMs: stats.mtimeMs }] : [];
    }),
  );
  return files.flat().sort((one, other) => other.writtenMs - one.writtenMs);
};

async function* chunksOf(path: string, handle: FileHandle): AsyncGenerator<Buffer, void, undefined> {
  try {
    yield* handle.createReadStream({ autoClose: false, highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>;
  } catch (error) {
    throw notRead(path, error, 'read');
  }
}

async function* unpacked({ path, packing }: Renamed): AsyncGenerator<Buffer, void, undefined> {
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  try {
    if (packing === undefined) yield* file as AsyncIterable<Buffer>;
    else {
      const unpacking = (UNPACK[packing] as () => NodeJS.ReadWriteStream)();
      file.once('error', (error) => void unpacking.emit('error', error));
      yield* file.pipe(unpacking) as unknown as AsyncIterable<Buffer>;
    }
  } catch (error) {
    // It was removed after it was listed, because newer ones came.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      throw notRead(path, error, packing === undefined ? 'read' : 'unpacked');
  } finally {
    file.destroy();
  }
}

const notRead = (path: string, error: unknown, how: 'read' | 'unpacked'): CommandFailed =>
  new CommandFailed(
    EXIT.host,
    `${path} cannot be ${how} (${(error as NodeJS.ErrnoException).code}).`,
    'Run the command as the user of the server, or as root; or name another FILE.',
  );
