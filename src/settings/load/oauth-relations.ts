// Checks that the settings of `access.oauth` fit together. Front process and command line.

import { isSafeAddress } from '../../shared/text/network.ts';
import type { Config } from '../config.ts';
import type { Found } from '../file/check-file.ts';
import type { Problem } from '../problem.ts';

const ADDRESSES = ['issuer', 'resource', 'jwksUrl', 'introspectionUrl'] as const;

/** Refuses addresses that others could answer for, and settings that are not enough to check a token. */
export function checkOAuth(
  { access: { oauth } }: Pick<Config, 'access'>,
  found: ReadonlyMap<string, Found>,
  refused: ReadonlySet<string>,
): readonly Problem[] {
  const problem = (name: keyof typeof oauth, wrong: string, fix: string): readonly Problem[] => {
    const setting = `access.oauth.${name}`;
    if (refused.has(setting)) return [];
    return [{ where: found.get(setting)?.source ?? 'default', setting, wrong, fix }];
  };
  const unsafe = ADDRESSES.flatMap((name) => {
    const url = oauth[name] === '' ? undefined : URL.parse(oauth[name]);
    if (url === undefined || (url !== null && isSafeAddress(url))) return [];
    return problem(
      name,
      'it is no address with https, and leads away from this machine',
      'write one that begins with https://',
    );
  });
  if (oauth.issuer === '') {
    const set = ['resource', 'audience', 'introspectionUrl'].find((name) => oauth[name as 'resource'].length > 0);
    return set === undefined
      ? unsafe
      : [
          ...unsafe,
          ...problem(set as 'resource', 'no issuer is named, so no token is read', 'add access.oauth.issuer'),
        ];
  }
  return [
    ...unsafe,
    ...(oauth.resource === ''
      ? problem(
          'resource',
          'the address of this server is missing, for which tokens have to be',
          'set it to the address that callers use',
        )
      : []),
    ...(/\/mcp\/?$/.test(oauth.resource)
      ? problem('resource', 'it ends with /mcp, which is a path of this server', 'leave /mcp out')
      : []),
    ...((oauth.introspectionUrl === '') === (oauth.introspectionClientId === '') &&
    (oauth.introspectionUrl === '') === (oauth.introspectionSecretEnv === '')
      ? []
      : problem(
          'introspectionUrl',
          'introspectionUrl, introspectionClientId and introspectionSecretEnv belong together',
          'set all three, or none',
        )),
  ];
}
