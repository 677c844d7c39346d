// `toolcell grant`: writes into the configuration exactly the grants that a plugin asks for, after a person has read what they allow.

import type { Manifest } from '../../../packages/plugin/src/manifest.ts';
import { grantedTo, requestedBy } from '../../catalog/model/capabilities.ts';
import { type MissingGrants, missingFor } from '../../catalog/model/missing-grants.ts';
import { shown } from '../../catalog/model/refusal.ts';
import type { InstalledBundle, InstalledPlugin } from '../../catalog/operate/list-installed.ts';
import { findPlugin } from '../../catalog/operate/operations.ts';
import type { SecretBinding } from '../../settings/config.ts';
import type { TextChange } from '../../settings/file/edit-text.ts';
import { nearest } from '../../shared/text/nearest.ts';
import { type Command, type CommandContext, CommandFailed, EXIT, JSON_FLAG, misused } from '../common/command.ts';
import { answerChange, CHANGE_FLAGS, changeConfig, unchanged } from '../operate/config-change.ts';
import { grantWords } from '../operate/grant-words.ts';
import { FOLDER_FLAGS, folderOf, operate } from '../operate/plugins-folder.ts';

export const command: Command = {
  usage: {
    words: [{ name: 'NAME', meaning: 'the plugin' }],
    flags: {
      secrets: {
        argument: 'LIST',
        meaning:
          'sources of its secrets: NAME=env:VAR, NAME=file:PATH or NAME=header:x-..., separated by commas; or none',
      },
      ...CHANGE_FLAGS,
      ...FOLDER_FLAGS,
      ...JSON_FLAG,
    },
    about: [
      'Says in plain words what the grants allow, shows the difference of the file, and asks. Comments and layout are kept.',
      'A secret comes from the environment variable of its name, unless --secrets names another source.',
      'The grants are those that the currently served version asks for. A later version that asks for more needs another grant.',
    ],
    examples: ['toolcell grant weather', 'toolcell grant weather --yes --secrets KEY=file:/run/secrets/weather'],
  },
  async run(context) {
    const { args } = context;
    const served = folderOf(context);
    const name = args.word(0) ?? '';
    const plugin = await operate(findPlugin(served, name));
    const { manifest, version } = servable(plugin);
    const missing = withSecrets(missingFor(manifest, served.config), manifest, args.value('secrets'));
    warnOfWaiting(plugin, context, served.hint('approve', name));
    if (!missing)
      return answerChange(context, await unchanged(served), {
        report: { name, version, granted: [] },
        done: `${name} ${version} already has everything that it asks for.`,
      });
    const { fetch = [], privateFetch = [] } = grantedTo(name, served.config);
    const granted = grantWords(manifest, missing, [...fetch, ...privateFetch]);
    warnOfVariables(missing, context);
    const change = await changeConfig(context, served, {
      summary: [`${name} ${version} would be allowed to`, ...granted.map((line) => `  ${line}`)],
      changes: changesFor(name, missing),
      again: served.hint(
        'grant',
        name,
        ...(args.value('secrets') === undefined ? [] : ['--secrets', args.value('secrets') ?? '']),
        '--yes',
      ),
    });
    return answerChange(context, change, { report: { name, version, granted }, done: `${name} has its grants.` });
  },
};

/** The version that serves or would serve. A version that waits for approval is granted nothing. Throws `CommandFailed` if there is none. */
const servable = ({ name, entry, bundles }: InstalledPlugin): InstalledBundle => {
  const pinned = entry?.pinned;
  const found =
    pinned === undefined
      ? bundles.find(({ approval }) => approval.mayServe)
      : bundles.find(({ version }) => version === pinned);
  if (found) return found;
  throw new CommandFailed(EXIT.fault, `No version of ${name} may serve. Approve one first: toolcell approve ${name}`);
};

const warnOfWaiting = (plugin: InstalledPlugin, { printError, style }: CommandContext, hint: string): void => {
  const waiting = plugin.bundles.find(({ approval }) => !approval.mayServe);
  if (waiting)
    printError(
      `${style.stderr.warning('!')} ${plugin.name} ${waiting.version} waits for approval. If it asks for more, that is not granted now: ${hint}`,
    );
};

/** Warns of variables that this process does not have: the server needs them, and does not start without them. */
const warnOfVariables = ({ secrets = {} }: MissingGrants, { env, printError, style }: CommandContext): void => {
  for (const { env: variable } of Object.values(secrets))
    if (variable !== undefined && !env[variable])
      printError(
        `${style.stderr.warning('!')} The server needs the environment variable ${variable}: without it, it does not start, and does not take this change up. Another source: --secrets`,
      );
};

const changesFor = (name: string, { grants = {}, secrets = {} }: MissingGrants): readonly TextChange[] => [
  ...Object.entries(grants).map(([member, value]) => ({ path: ['grants', name, member], value })),
  ...Object.entries(secrets).map(([secret, value]) => ({ path: ['secrets', secret], value })),
];

/** The missing grants, with the sources of secrets that `list` (`--secrets`) names. Throws `CommandFailed` for a wrong list, for exit code 2. */
const withSecrets = (
  missing: MissingGrants | undefined,
  manifest: Manifest,
  list: string | undefined,
): MissingGrants | undefined => {
  const isNone = list === 'none';
  const sources = new Map(list === undefined || isNone ? [] : list.split(',').map((part) => sourceIn(part, manifest)));
  if (list === undefined || missing === undefined) return missing;
  const { secrets = {}, ...rest } = missing;
  if (isNone) return rest.grants ? rest : undefined;
  const bound = Object.entries(secrets).map(([name, { env = name, ...place }]): [string, SecretBinding] => [
    name,
    { ...place, ...(sources.get(name) ?? { env }) },
  ]);
  return { ...rest, ...(bound.length > 0 && { secrets: Object.fromEntries(bound) }) };
};

const MEMBERS: ReadonlyMap<string, 'env' | 'file' | 'callerHeader'> = new Map([
  ['env', 'env'],
  ['file', 'file'],
  ['header', 'callerHeader'],
]);

/** Reads one source, such as `KEY=env:VARIABLE`. */
const sourceIn = (part: string, manifest: Manifest): readonly [name: string, source: SecretBinding] => {
  const [, name = '', kind = '', value = ''] = /^([^=]+)=([a-z]+):(.+)$/.exec(part) ?? [];
  const member = MEMBERS.get(kind);
  if (member === undefined)
    throw misused(
      `--secrets: ${shown(JSON.stringify(part))} is not a source → write NAME=env:VAR, NAME=file:PATH or NAME=header:x-…`,
    );
  const known = requestedBy(manifest).secrets.map((secret) => secret.name);
  if (known.includes(name)) return [name, { [member]: value }];
  const [near] = nearest(name, known);
  const hint = near === undefined ? `it asks for ${known.join(', ') || 'none'}` : `did you mean ${near}?`;
  throw misused(`--secrets: ${manifest.name} asks for no secret ${shown(JSON.stringify(name))} → ${hint}`);
};
