// Writes the grants that a version of a plugin lacks into the configuration, for the commands that grant them. Says in plain words what they allow.

import type { Manifest } from '../../../packages/plugin/src/manifest.ts';
import { grantedTo, requestedBy } from '../../catalog/model/capabilities.ts';
import { type MissingGrants, missingFor } from '../../catalog/model/missing-grants.ts';
import { shown } from '../../catalog/model/refusal.ts';
import type { SecretBinding } from '../../settings/config.ts';
import type { TextChange } from '../../settings/file/edit-text.ts';
import { nearest } from '../../shared/text/nearest.ts';
import { type CommandContext, type FlagUsage, misused } from '../common/command.ts';
import { type ConfigChange, changeConfig } from './config-change.ts';
import { grantWords } from './grant-words.ts';
import type { ServedFolder } from './plugins-folder.ts';

export const SECRETS_FLAG: Readonly<Record<'secrets', FlagUsage>> = Object.freeze({
  secrets: {
    argument: 'LIST',
    meaning: 'sources of its secrets: NAME=env:VAR, NAME=file:PATH or NAME=header:x-..., separated by commas; or none',
  },
});

export interface GivenGrants extends ConfigChange {
  /** What was granted, in words. */
  readonly granted: readonly string[];
}

/**
 * Writes the grants that a version lacks, after a person has read what they allow; undefined if it lacks none. `again` is the command that writes them without
 * asking. Throws as `changeConfig` does, and for a wrong `--secrets`, for exit code 2.
 */
export const giveGrants = async (
  context: CommandContext,
  served: ServedFolder,
  { manifest, version, again }: { manifest: Manifest; version: string; again: readonly string[] },
): Promise<GivenGrants | undefined> => {
  const { name } = manifest;
  const list = context.args.value('secrets');
  const missing = withSecrets(missingFor(manifest, served.config), manifest, list);
  if (missing === undefined) return undefined;
  const { fetch = [], privateFetch = [] } = grantedTo(name, served.config);
  const granted = grantWords(manifest, missing, [...fetch, ...privateFetch]);
  warnOfVariables(missing, context);
  const change = await changeConfig(context, served, {
    summary: [`${name} ${version} would be allowed to`, ...granted.map((line) => `  ${line}`)],
    changes: changesFor(name, missing),
    again: served.hint(...again, ...(list === undefined ? [] : ['--secrets', list]), '--yes'),
  });
  return { granted, ...change };
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
  const bound = Object.entries(secrets).map(([name, binding]): [string, SecretBinding] => {
    const { plugin, origin, algorithms } = binding;
    const place = {
      ...(plugin !== undefined && { plugin }),
      ...(origin !== undefined && { origin }),
      ...(algorithms && { algorithms }),
    };
    const source = sources.get(name);
    return [name, source ? { ...place, ...source } : binding];
  });
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
  const { secrets, signing } = requestedBy(manifest);
  const known = [...secrets, ...signing].map((secret) => secret.name);
  if (member === 'callerHeader' && signing.some((wish) => wish.name === name))
    throw misused(`--secrets: ${name} is a key to sign with, which no caller can bring → write ${name}=file:PATH`);
  if (known.includes(name)) return [name, { [member]: value }];
  const [near] = nearest(name, known);
  const hint = near === undefined ? `it asks for ${known.join(', ') || 'none'}` : `did you mean ${near}?`;
  throw misused(`--secrets: ${manifest.name} asks for no secret ${shown(JSON.stringify(name))} → ${hint}`);
};
