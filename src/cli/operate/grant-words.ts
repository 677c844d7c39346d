// What a grant lets a plugin do, in plain words: they come before the question.

import { wishesOf } from '../../catalog/model/capabilities.ts';
import { isPlainlyPrivate, type MissingGrants } from '../../catalog/model/missing-grants.ts';
import { shown } from '../../catalog/model/refusal.ts';
import type { SecretBinding } from '../../config/config.ts';
import { originCovers } from '../../protocol/origins.ts';
import type { Manifest } from '../../sdk/manifest.ts';

/** What is said of an origin that stands for many. */
const widthOf = (origin: string): string => {
  if (/^https?:\/\/\*$/.test(origin))
    return 'every public server; whatever the plugin learns it can send to any of them';
  if (origin.includes('//*.')) return `every server below ${origin.slice(origin.indexOf('*.') + 2)}`;
  return isPlainlyPrivate(origin) ? `${origin}, which is not public` : origin;
};

const sourceOf = ({ env, file, command, callerHeader }: SecretBinding): string => {
  if (env !== undefined) return `the environment variable ${env} of the server`;
  if (file !== undefined) return `the file ${shown(file, 300)}`;
  return command === undefined ? `each caller's header ${callerHeader}` : 'a command';
};

/** A sentence for each thing that `missing` would grant to the plugin. */
export const grantWords = (
  manifest: Manifest,
  { grants, secrets = {} }: MissingGrants,
  had: readonly string[],
): readonly string[] => {
  const { fetch: asked, store } = wishesOf(manifest);
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
      ([name, binding]) =>
        `have the secret ${name} put into its requests to ${shown(binding.origin ?? '', 300)}; the value comes from ${sourceOf(binding)}`,
    ),
  ];
};
