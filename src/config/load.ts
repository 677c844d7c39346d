// The effective configuration: defaults, under the file, under the environment, under the flags. Runs once, at start.

import { dirname, resolve } from 'node:path';
import { checkFile, type FileFindings, type Found } from './check-file.ts';
import { checkWord } from './check-value.ts';
import type { Config } from './config.ts';
import { readConfigFile } from './config-file.ts';
import { parseConfigText } from './config-text.ts';
import { CONFIG_FLAG, FLAGS, readCommandLine } from './flags.ts';
import { DEFAULT_PATHS, inFolder } from './paths.ts';
import { type Problem, problemLines } from './problem.ts';
import { checkReach } from './reach-relations.ts';
import { checkRelations } from './relations.ts';
import { isSetting, type Section } from './setting.ts';
import { SETTING_BY_PATH, SETTINGS_SECTION } from './settings.ts';

/** The name of the file that is read where none is named, in the working folder; it may be missing. */
export const DEFAULT_FILE = 'sandbox.config.json';

export interface LoadRequest {
  /** Working folder: relative paths of flags and environment begin here. */
  readonly cwd: string;
  /** The words after the script's name. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Flags without a value that the command adds to those of the configuration, such as `json`. */
  readonly switches?: readonly string[];
}

export interface LoadedConfig {
  readonly ok: true;
  /** Frozen, all the way down. */
  readonly config: Config;
  /** Path → `default`, `sandbox.config.json:12:18`, `TOOLCELL_PORT` or `--port`. */
  readonly sources: Readonly<Record<string, string>>;
  /** Path → value, for the same paths: every setting, and what is set inside the maps. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The file that was read, absolute; undefined where there was none. */
  readonly file: string | undefined;
  /** The switches that the command line turned on. */
  readonly switches: ReadonlySet<string>;
}

export type Loaded = LoadedConfig | { readonly ok: false; readonly problems: readonly string[] };

/** `"$schema"` is for editors. */
const FILE_SECTION: Section = {
  $schema: {
    type: 'string',
    default: '',
    form: { pattern: '^[^\\u0000-\\u001f]{0,4096}$', words: 'the path of a JSON Schema' },
    meaning: 'Path of the JSON Schema of this file, for completion in an editor.',
    reason: 'It changes nothing else.',
  },
  ...SETTINGS_SECTION,
};

/**
 * Finds, reads and checks the configuration. Resolves every path among the settings to an absolute one.
 * Never throws: a bad configuration comes back as every problem at once, one line each.
 */
export function loadConfig({ cwd, args = [], env = {}, switches = [] }: LoadRequest): Loaded {
  const line = readCommandLine(args, switches);
  const file = readFile(cwd, line.given.get(CONFIG_FLAG.flag), env[CONFIG_FLAG.env]);
  const found = new Map<string, Found>(
    [...SETTING_BY_PATH].map(([path, setting]) => [path, { value: setting.default, source: 'default' }]),
  );
  for (const [path, entry] of file.found) found.set(path, inFolder(path, entry, dirname(file.path ?? cwd)));
  found.delete('$schema');
  const refused = new Set(file.refused);
  const problems: Problem[] = [...file.problems, ...line.problems];
  problems.push(...takeWords(found, refused, cwd, ({ env: name }) => [name, env[name]]));
  problems.push(...takeWords(found, refused, cwd, ({ flag }) => [`--${flag}`, line.given.get(flag)]));
  for (const path of DEFAULT_PATHS) {
    const entry = found.get(path);
    if (entry?.source === 'default') found.set(path, inFolder(path, entry, cwd));
  }

  const config = deepFreeze(valuesOf(SETTINGS_SECTION, found)) as Config;
  problems.push(...checkRelations(config, found, refused), ...checkReach(config, found, refused));
  if (problems.length > 0) return { ok: false, problems: problemLines(problems) };
  const sources = Object.freeze(Object.fromEntries([...found].map(([path, { source }]) => [path, source])));
  const values = Object.freeze(Object.fromEntries([...found].map(([path, { value }]) => [path, value])));
  return { ok: true, config, sources, values, file: file.path, switches: line.switches };
}

interface FileRead extends FileFindings {
  readonly path: string | undefined;
}

function readFile(cwd: string, flag: string | undefined, fromEnv: string | undefined): FileRead {
  const named = flag ?? (fromEnv === '' ? undefined : fromEnv);
  const name = named ?? DEFAULT_FILE;
  const path = resolve(cwd, name);
  const read = readConfigFile(path);
  const nothing = { found: new Map(), refused: new Set<string>() };
  if (read.kind === 'text') return { path, ...checkFile(parseConfigText(read.text, name), FILE_SECTION) };
  if (read.kind === 'missing' && named === undefined) return { path: undefined, problems: [], ...nothing };
  const { wrong, fix } =
    read.kind === 'bad'
      ? read
      : {
          wrong: 'there is no such file',
          fix: `name one that exists; ${flag === undefined ? CONFIG_FLAG.env : `--${CONFIG_FLAG.flag}`} asked for this one`,
        };
  return { path, problems: [{ offset: 0, where: name, wrong, fix }], ...nothing };
}

/** Takes the settings that flags or environment variables set; an empty variable sets nothing. */
function takeWords(
  found: Map<string, Found>,
  refused: Set<string>,
  cwd: string,
  wordOf: (flag: (typeof FLAGS)[number]) => readonly [source: string, word: string | undefined],
): Problem[] {
  const problems: Problem[] = [];
  for (const flag of FLAGS) {
    const [source, word] = wordOf(flag);
    const setting = flag.path === undefined ? undefined : SETTING_BY_PATH.get(flag.path);
    if (flag.path === undefined || setting === undefined || word === undefined || word === '') continue;
    if (setting.type === 'list' || setting.type === 'map') continue;
    const verdict = checkWord(setting, word);
    if (verdict.ok) found.set(flag.path, inFolder(flag.path, { value: verdict.value, source }, cwd));
    else {
      refused.add(flag.path);
      problems.push({ where: source, setting: flag.path, wrong: verdict.wrong, fix: verdict.fix });
    }
  }
  return problems;
}

/** The table's shape filled with values. */
function valuesOf(section: Section, found: ReadonlyMap<string, Found>, prefix = ''): Record<string, unknown> {
  const filled = Object.entries(section).map(([name, entry]) => {
    const path = prefix + name;
    return [name, isSetting(entry) ? found.get(path)?.value : valuesOf(entry, found, `${path}.`)] as const;
  });
  return Object.fromEntries(filled);
}

function deepFreeze(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  for (const inner of Object.values(value)) deepFreeze(inner);
  return Object.freeze(value);
}
