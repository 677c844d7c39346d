// `toolcell grant`: writes into the configuration what a plugin asks for, and no more, once a person has read what that allows.

import { grantedTo, wishesOf } from '../../catalog/model/capabilities.ts';
import { type MissingGrants, missingFor } from '../../catalog/model/missing-grants.ts';
import { shown } from '../../catalog/model/refusal.ts';
import { findPlugin } from '../../catalog/operate/operations.ts';
import type { SurveyedBundle, SurveyedPlugin } from '../../catalog/operate/survey.ts';
import type { SecretBinding } from '../../config/config.ts';
import type { TextChange } from '../../config/edit-text.ts';
import { nearest } from '../../config/nearest.ts';
import type { Manifest } from '../../sdk/manifest.ts';
import { type Command, type CommandContext, CommandFailed, EXIT, JSON_FLAG, misused } from '../command.ts';
import { CHANGE_FLAGS, changeConfig, changeTold } from '../operate/config-change.ts';
import { grantWords } from '../operate/grant-words.ts';
import { FOLDER_FLAGS, folderOf, operate } from '../operate/plugins-folder.ts';

export const command: Command = {
  name: 'grant',
  summary: 'Let a plugin reach what its manifest asks for: writes it into the configuration.',
  usage: {
    words: [{ name: 'NAME', meaning: 'the plugin' }],
    flags: {
      secrets: {
        argument: 'LIST',
        meaning: 'where its secrets come from: NAME=env:VAR, NAME=file:PATH or NAME=header:x-..., with commas; or none',
      },
      ...CHANGE_FLAGS,
      ...FOLDER_FLAGS,
      ...JSON_FLAG,
    },
    about: [
      'Says what it allows in plain words, shows the difference of the file, and asks. Comments and layout are kept.',
      'A secret comes from the environment variable of its name, unless --secrets says otherwise.',
      'Grants what the version asks for that may serve now: a later version that asks for more is not covered.',
    ],
    examples: ['toolcell grant weather', 'toolcell grant weather --yes --secrets KEY=file:/run/secrets/weather'],
  },
  async run(context) {
    const { given, paint, print } = context;
    const at = folderOf(context);
    const name = given.word(0) ?? '';
    const plugin = await operate(findPlugin(at, name));
    const { manifest, version } = servable(plugin);
    const missing = withSecrets(missingFor(manifest, at.config), manifest, given.value('secrets'));
    tellOfWaiting(plugin, context, at.hint('approve', name));
    if (!missing) {
      if (given.has('json')) print(JSON.stringify({ ok: true, name, version, granted: [], isWritten: false }, null, 2));
      else print(`${paint.stdout.good('✓')} ${name} ${version} has all that it asks for.`);
      return EXIT.done;
    }
    const { fetch = [], privateFetch = [] } = grantedTo(name, at.config);
    const granted = grantWords(manifest, missing, [...fetch, ...privateFetch]);
    warnOfVariables(missing, context);
    const change = await changeConfig(context, at, {
      words: [`${name} ${version} would be allowed to`, ...granted.map((word) => `  ${word}`)],
      changes: changesFor(name, missing),
      again: at.hint(
        'grant',
        name,
        ...(given.value('secrets') === undefined ? [] : ['--secrets', given.value('secrets') ?? '']),
        '--yes',
      ),
    });
    if (given.has('json')) print(JSON.stringify({ ok: true, name, version, granted, ...change }, null, 2));
    else
      print(
        change.isWritten
          ? `${paint.stdout.good('✓')} ${name} has its grants. ${changeTold(change)}`
          : changeTold(change),
      );
    return EXIT.done;
  },
};

/** The version that serves, or would: of one that waits for approval nothing is granted unread. */
const servable = ({ name, entry, bundles }: SurveyedPlugin): SurveyedBundle => {
  const pinned = entry?.pinned;
  const found =
    pinned === undefined
      ? bundles.find(({ approval }) => approval.mayServe)
      : bundles.find(({ version }) => version === pinned);
  if (found) return found;
  throw new CommandFailed(EXIT.fault, `No version of ${name} may serve. Approve one first: toolcell approve ${name}`);
};

const tellOfWaiting = (plugin: SurveyedPlugin, { complain, paint }: CommandContext, hint: string): void => {
  const waiting = plugin.bundles.find(({ approval }) => !approval.mayServe);
  if (waiting)
    complain(
      `${paint.stderr.warning('!')} ${plugin.name} ${waiting.version} waits for approval; what it asks for beyond this is not granted here: ${hint}`,
    );
};

/** The variable has to be there for the server, not for this command: without it no server starts. */
const warnOfVariables = ({ secrets = {} }: MissingGrants, { env, complain, paint }: CommandContext): void => {
  for (const { env: variable } of Object.values(secrets))
    if (variable !== undefined && !env[variable])
      complain(
        `${paint.stderr.warning('!')} The server needs the environment variable ${variable}; without it, it neither starts nor takes this up. Another source: --secrets`,
      );
};

const changesFor = (name: string, { grants = {}, secrets = {} }: MissingGrants): readonly TextChange[] => [
  ...Object.entries(grants).map(([member, value]) => ({ path: ['grants', name, member], value })),
  ...Object.entries(secrets).map(([secret, value]) => ({ path: ['secrets', secret], value })),
];

/** What is missing, its secrets from where `list` says. */
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
  const bound = Object.entries(secrets).map(([name, { plugin, origin, env }]): [string, SecretBinding] => [
    name,
    {
      ...(plugin !== undefined && { plugin }),
      ...(origin !== undefined && { origin }),
      ...(sources.get(name) ?? { env: env ?? name }),
    },
  ]);
  return { ...rest, ...(bound.length > 0 && { secrets: Object.fromEntries(bound) }) };
};

const MEMBERS: ReadonlyMap<string, 'env' | 'file' | 'callerHeader'> = new Map([
  ['env', 'env'],
  ['file', 'file'],
  ['header', 'callerHeader'],
]);

/** `KEY=env:VARIABLE` */
const sourceIn = (part: string, manifest: Manifest): readonly [name: string, source: SecretBinding] => {
  const [, name = '', kind = '', value = ''] = /^([^=]+)=([a-z]+):(.+)$/.exec(part) ?? [];
  const member = MEMBERS.get(kind);
  if (member === undefined)
    throw misused(
      `--secrets: ${shown(JSON.stringify(part))} is no source → write NAME=env:VAR, NAME=file:PATH or NAME=header:x-…`,
    );
  const known = wishesOf(manifest).secrets.map((secret) => secret.name);
  if (known.includes(name)) return [name, { [member]: value }];
  const [near] = nearest(name, known);
  const hint = near === undefined ? `it asks for ${known.join(', ') || 'none'}` : `did you mean ${near}?`;
  throw misused(`--secrets: ${manifest.name} asks for no secret ${shown(JSON.stringify(name))} → ${hint}`);
};
