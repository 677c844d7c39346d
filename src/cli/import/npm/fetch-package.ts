// Fetches a package and what it depends on by npm, without lifecycle scripts, into a folder of its own. npm runs in a box that has the network, can write this
// folder only, and sees nothing else of the machine but Node and npm. Runs on the author's machine.

import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { shown } from '../../../catalog/model/refusal.ts';
import { npmVariables } from '../../../shared/machine/npm-variables.ts';
import { CommandFailed, EXIT } from '../../common/command.ts';
import { runBoxed } from '../../pack/compiler-box.ts';
import { ImportRefused } from '../kind.ts';
import type { InstalledPackage } from './bundle-server.ts';
import { type FolderLimits, folderFault } from './folder-size.ts';

export interface FetchOptions {
  /** The environment of the command: its path, and npm's settings. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The registry's address; npm's own setting if absent. */
  readonly registry: string | undefined;
  /** An empty folder for it. */
  readonly folder: string;
  /** True to run npm without a box if there is none here. */
  readonly isTrusted: boolean;
  /** Of the folder that npm fills. */
  readonly limits?: FolderLimits;
}

export interface FetchedPackage extends InstalledPackage {
  /** The folder, if it is not from a registry. */
  readonly source?: string;
  /** As in `sha512-…`: npm has compared the archive with it. */
  readonly integrity: string | undefined;
}

/** What npm was asked for: a name, and a version or a range. */
export interface PackageWord {
  readonly name: string;
  readonly range: string | undefined;
  /** Real path of a folder that has it; from a registry if absent. */
  readonly from?: string;
  /** The folder as the command line names it. */
  readonly word?: string;
}

const RUN_MS = 120_000;
const LOOK_EVERY_MS = 1_000;
/** Larger than every server that is known, with all its libraries. */
const LIMITS: FolderLimits = Object.freeze({ files: 60_000, bytes: 500_000_000 });
const SHOWN_CHARACTERS = 400;

const WORD = /^((?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*)(?:@([\w.^~<>=*+ |-]{1,100}))?$/i;

/** The package that a word names, as `@scope/name@1.2.3`; undefined if it is none. Addresses, folders and aliases are none. */
export const packageIn = (word: string): PackageWord | undefined => {
  const [, name, range] = WORD.exec(word) ?? [];
  return name === undefined ? undefined : { name, range };
};

/** npm's own program, which is at the end of a link in a folder of the path. */
const npmProgram = (searchPath: string): string | undefined => {
  const links = searchPath.split(delimiter).map((folder) => join(folder, 'npm'));
  const programs = links.filter((link) => existsSync(link)).map((link) => realpathSync(link));
  return programs.find((program) => program.endsWith('npm-cli.js'));
};

const FLAGS = [
  ...['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-bin-links', '--omit=dev', '--omit=optional'],
  ...['--legacy-peer-deps', '--no-update-notifier', '--loglevel=error', '--no-progress', '--install-strategy=hoisted'],
];

/** Runs npm until it ends, or until the folder is too large. */
const runNpm = async (word: PackageWord, { env, registry, folder, isTrusted, limits = LIMITS }: FetchOptions) => {
  const program = npmProgram(env.PATH ?? '');
  if (program === undefined)
    throw new CommandFailed(EXIT.host, 'There is no npm on the PATH, which fetches the package → install npm');
  const home = join(folder, '.home');
  mkdirSync(home, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const stop = new AbortController();
  let fault: string | undefined;
  const look = setInterval(() => {
    fault ??= folderFault(join(folder, 'node_modules'), limits);
    if (fault !== undefined) stop.abort();
  }, LOOK_EVERY_MS);
  const cafile = env.NODE_EXTRA_CA_CERTS ?? env.npm_config_cafile;
  const boxed = await runBoxed(
    {
      words: [
        program,
        ...FLAGS,
        ...(registry === undefined ? [] : [`--registry=${registry}`]),
        ...[`--cache=${join(home, 'cache')}`, `--userconfig=${join(home, 'npmrc')}`],
        // Packed and unpacked in place of a link, so that nothing else of the folder is reached.
        ...(word.from === undefined ? [`${word.name}@${word.range ?? 'latest'}`] : ['--install-links', word.from]),
      ],
      cwd: folder,
      readable: [
        dirname(dirname(program)),
        ...(word.from === undefined ? [] : [word.from]),
        ...(cafile !== undefined && existsSync(cafile) ? [cafile] : []),
      ],
      writable: [folder],
      isOnline: true,
      env: { ...npmVariables(env), HOME: home, PATH: '/toolcell' },
      runMs: RUN_MS,
      signal: stop.signal,
    },
    { searchPath: env.PATH ?? '', isTrusted },
  ).finally(() => clearInterval(look));
  return { boxed, fault };
};

/** npm's first lines, without its prefix. */
const wordsOf = (errors: string): string =>
  errors
    .split('\n')
    .map((line) => line.replace(/^npm (?:error|ERR!) ?/, '').trim())
    .filter((line) => line !== '' && !/^(?:code|A complete log|errno|syscall)\b/.test(line))
    .slice(0, 3)
    .join(' ');

const refusalOf = (name: string, errors: string): ImportRefused => {
  const words = shown(wordsOf(errors), SHOWN_CHARACTERS);
  if (/\bE404\b/.test(errors))
    return new ImportRefused(`the registry has no ${name}: ${words}`, 'correct the name or the version');
  if (/\bETARGET\b|\bENOVERSIONS\b/.test(errors))
    return new ImportRefused(`the registry has no such version of ${name}: ${words}`, 'name another one');
  return new ImportRefused(
    `npm cannot fetch ${name}: ${words}`,
    'if it is the network, try again; --registry names another registry',
  );
};

/** What npm wrote down of the package. */
const lockedIn = (folder: string, name: string): { readonly version?: unknown; readonly integrity?: unknown } => {
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  return lock.packages?.[`node_modules/${name}`] ?? {};
};

/** Fetches a package. Rejects with ImportRefused if the registry or the package is at fault, and with CommandFailed if this machine is. */
export const fetchPackage = async (word: PackageWord, options: FetchOptions): Promise<FetchedPackage> => {
  const { name } = word;
  const folder = realpathSync(options.folder);
  const { boxed, fault: early } = await runNpm(word, { ...options, folder });
  const fault = early ?? folderFault(join(folder, 'node_modules'), options.limits ?? LIMITS);
  if (fault !== undefined)
    throw new ImportRefused(`${name}, with what it depends on, ${shown(fault)}`, 'import another server');
  if (boxed.state === 'no box')
    throw new CommandFailed(
      EXIT.host,
      `${boxed.why}, so that npm cannot be run in a box → install bubblewrap, or add --trust: npm then runs as you do, still without the package's scripts`,
    );
  if (boxed.state === 'stopped')
    throw new ImportRefused(
      `npm did not end within ${RUN_MS / 1000} s`,
      'try again, or name a registry that is nearer',
    );
  if (boxed.exitCode !== 0) throw refusalOf(name, boxed.errors);
  const { version, integrity } = lockedIn(folder, name);
  return {
    folder,
    name,
    ...(word.word !== undefined && { source: word.word }),
    version: typeof version === 'string' ? version : '0.0.0',
    integrity: typeof integrity === 'string' ? integrity : undefined,
  };
};
