// Whether a request may leave: it must fit a rule of the manifest and a grant of the operator. Checked for every hop. Control thread.

import type { Grants } from '../../../shared/protocol/capabilities.ts';
import { isPlainlyPrivate, originCovers } from '../../../shared/protocol/origins.ts';
import { notGranted } from '../refusal.ts';
import { pathFits } from './path-pattern.ts';
import { type EgressRefusal, notAllowed } from './refusal.ts';

/** Throws an {@link EgressRefusal} that names the missing line, unless `method` may be sent to `url`. */
export const checkRules = (
  url: URL,
  method: string,
  { grants, pluginName }: { readonly grants: Grants; readonly pluginName: string },
): void => {
  const { origin } = url;
  const forOrigin = grants.fetch.requested.filter((rule) => covers(rule.origin, origin));
  if (forOrigin.length === 0)
    throw notRequested(
      `The plugin does not ask for requests to ${origin}.`,
      `add {"origin": "${origin}"} to capabilities.fetch in plugin.json`,
    );
  const forMethod = forOrigin.filter((rule) => rule.methods.includes(method));
  if (forMethod.length === 0)
    throw notRequested(
      `The plugin does not ask for ${method} requests to ${origin}.`,
      `add "${method}" to the methods of that origin under capabilities.fetch in plugin.json`,
    );
  if (!forMethod.some((rule) => pathFits(url.pathname, rule.path)))
    throw notRequested(
      `The plugin does not ask for ${method} requests to this path of ${origin}.`,
      'widen its path under capabilities.fetch in plugin.json; a path that a server could read as another one is always refused',
    );
  if (![...grants.fetch.granted, ...grants.fetch.grantedPrivate].some((pattern) => covers(pattern, origin)))
    throw ungranted(origin, pluginName);
};

/** The author has to ask for it first; an operator cannot grant it alone. */
const notRequested = (message: string, hint: string): EgressRefusal =>
  notAllowed(message, { denied: { rule: 'manifest', hint } });

const ungranted = (origin: string, pluginName: string): EgressRefusal => {
  const message = `The operator has not granted ${origin} to ${pluginName}.`;
  // A grant under `fetch` would be refused next, for its address.
  const setting = `grants.${pluginName}.${isPlainlyPrivate(origin) ? 'privateFetch' : 'fetch'}`;
  return notAllowed(message, {
    denied: { rule: 'grant', hint: `add "${origin}" to ${setting} in sandbox.config.json` },
    failure: notGranted(message, setting),
  });
};

/** True if the operator lets `origin` have addresses that are not public. */
export const mayBePrivate = (origin: string, { fetch }: Grants): boolean =>
  fetch.grantedPrivate.some((pattern) => covers(pattern, origin));

const covers = (pattern: string, origin: string): boolean => pattern === origin || originCovers(pattern, origin);
