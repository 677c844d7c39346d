// Loads the effective configuration: flags replace the environment, which replaces the file, which replaces defaults. Front process and command
// line.

import { dirname, resolve } from 'node:path';
import type { Config } from '../config.ts';
import { checkFile, type FileFindings, type Found } from '../file/check-file.ts';
import { checkWord } from '../file/check-value.ts';
import { readConfigFile } from '../file/config-file.ts';
import { parseConfigText } from '../file/config-text.ts';
import { CONFIG_FLAG, FLAGS, readCommandLine } from '../flags.ts';
import { type Problem, problemLines } from '../problem.ts';
import { SETTING_BY_PATH, SETTINGS_SECTION } from '../settings.ts';
import { isSetting, type Section } from '../table/setting.ts';
import { accessProblems, doorProblems } from './access-relations.ts';
import { inFolder } from './paths.ts';
import { figuresProblems, placeProblems } from './place-relations.ts';
import { reachProblems } from './reach-relations.ts';
import { boundProblems, needProblems } from './relations.ts';
import { checkedOf } from './report.ts';
import { credentialProblems } from './tls-relations.ts';

/** The file in the working folder that is read if none is named. It may be missing. */
export const DEFAULT_FILE = 'sandbox.config.json';

export interface LoadRequest {
  /** Working folder, from which relative paths of flags and environment are resolved. */
  readonly cwd: string;
  /** The words after the script's name. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** False for a command that opens no port: it need not know who may call. True if absent. */
  readonly opensPort?: boolean;
}

export interface LoadedConfig {
  readonly ok: true;
  /** Deeply frozen. */
  readonly config: Config;
  /** Path → `default`, `sandbox.config.json:12:18`, `TOOLCELL_PORT` or `--port`. */
  readonly sources: Readonly<Record<string, string>>;
  /** Path → value, for the same paths: every setting, and every value inside maps. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Absolute path of the file that was read; undefined if there was none. */
  readonly file: string | undefined;
}

/** A configuration, or its problems, one line each. */
export type Loaded = LoadedConfig | { readonly ok: false; readonly problems: readonly string[] };

const CHECKS = [boundProblems, needProblems, reachProblems, accessProblems, credentialProblems, placeProblems];
/** Who can reach a port and may call there. A command that makes the first key must run before anybody may. */
const PORT_CHECKS = [doorProblems, figuresProblems];

/** The table of settings, and `"$schema"` for editors. */
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
 * Finds, reads and checks the configuration, and makes its paths absolute. Never throws: returns all problems of a bad configuration.
 */
export function loadConfig({ cwd, args = [], env = {}, opensPort = true }: LoadRequest): Loaded {
  const line = readCommandLine(args);
  const file = readFile(cwd, line.given.get(CONFIG_FLAG.flag), env[CONFIG_FLAG.env]);
  const found = new Map<string, Found>(
    [...SETTING_BY_PATH].map(([path, setting]) => [
      path,
      inFolder(path, { value: setting.default, source: 'default' }, cwd),
    ]),
  );
  for (const [path, entry] of file.found) found.set(path, inFolder(path, entry, dirname(file.path ?? cwd)));
  found.delete('$schema');
  const refused = new Set(file.refused);
  const problems: Problem[] = [...file.problems, ...line.problems];
  problems.push(...takeWords(found, refused, cwd, ({ env: name }) => [name, env[name]]));
  problems.push(...takeWords(found, refused, cwd, ({ flag }) => [`--${flag}`, line.given.get(flag)]));

  const config = deepFreeze(valuesOf(SETTINGS_SECTION, found)) as Config;
  const checked = checkedOf({ config, found, refused });
  for (const check of opensPort ? [...CHECKS, ...PORT_CHECKS] : CHECKS) problems.push(...check(checked));
  if (problems.length > 0) return { ok: false, problems: problemLines(problems) };
  const sources = Object.freeze(Object.fromEntries([...found].map(([path, { source }]) => [path, source])));
  const values = Object.freeze(Object.fromEntries([...found].map(([path, { value }]) => [path, value])));
  return { ok: true, config, sources, values, file: file.path };
}

function readFile(
  cwd: string,
  flag: string | undefined,
  fromEnv: string | undefined,
): FileFindings & { readonly path: string | undefined } {
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

/** Takes the settings of flags or environment variables. An empty variable sets nothing. */
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

/** Values in the shape of the table. */
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
