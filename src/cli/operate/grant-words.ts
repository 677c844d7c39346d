// Says in plain words what a grant lets a plugin do, for the person who is asked.

import type { Manifest } from '../../../packages/plugin/src/manifest.ts';
import { requestedBy } from '../../catalog/model/capabilities.ts';
import type { MissingGrants } from '../../catalog/model/missing-grants.ts';
import { shown } from '../../catalog/model/refusal.ts';
import type { SecretBinding } from '../../settings/config.ts';
import { isPlainlyPrivate, originCovers } from '../../shared/protocol/origins.ts';

/** The words for an origin, which may be a pattern for many. */
const widthOf = (origin: string): string => {
  if (/^https?:\/\/\*$/.test(origin))
    return 'every public server; the plugin can send everything it learns to any of them';
  if (origin.includes('//*.')) return `every server below ${origin.slice(origin.indexOf('*.') + 2)}`;
  return isPlainlyPrivate(origin) ? `${origin}, which is not public` : origin;
};

const sourceOf = ({ env, file, command, callerHeader }: SecretBinding): string => {
  if (env !== undefined) return `the environment variable ${env} of the server`;
  if (file !== undefined) return `the file ${shown(file, 300)}`;
  return command === undefined ? `each caller's header ${callerHeader}` : 'a command';
};

const secretWords = (name: string, { origin = '', algorithms }: SecretBinding): string =>
  algorithms === undefined
    ? `have the secret ${name} put into its requests to ${shown(origin, 300)}; the value`
    : `have anything signed by ${algorithms.join(', ')} with ${name}, which it never sees; the key`;

/** A phrase for each thing that would be granted to the plugin. `had`: the origins that it was granted before, which are left out. */
export const grantWords = (
  manifest: Manifest,
  { grants, secrets = {} }: MissingGrants,
  had: readonly string[],
): readonly string[] => {
  const { fetch: asked, store } = requestedBy(manifest);
  const isNew = (origin: string): boolean =>
    [...(grants?.fetch ?? []), ...(grants?.privateFetch ?? [])].includes(origin) &&
    !had.some((pattern) => originCovers(pattern, origin));
  const byOrigin = Map.groupBy(
    asked.filter(({ origin }) => isNew(origin)),
    ({ origin }) => origin,
  );
  return [
    ...[...byOrigin].map(([origin, rules]) => {
      const kinds = rules.map(({ methods, path }) => `${methods.join(', ')} ${path}`);
      return `send requests to ${shown(widthOf(origin), 400)} (${shown(kinds.join('; '), 1_000)})`;
    }),
    ...(grants?.store === true
      ? [`keep values between calls, ${store === 'caller' ? 'apart for each caller' : 'shared by all its callers'}`]
      : []),
    ...Object.entries(secrets).map(
      ([name, binding]) => `${secretWords(name, binding)} comes from ${sourceOf(binding)}`,
    ),
  ];
};
