// Gives each plugin a name of its own for a caller, so that plugins cannot combine what they know of a caller.

import { hash } from 'node:crypto';

const CHARACTERS = 22;
/** Names that are remembered. All are forgotten together, and made again. */
const MOST_NAMES = 10_000;

/** Plugin → caller → name. */
const names = new Map<string, Map<string, string>>();
let count = 0;

/** 22 characters that are always the same for this caller and plugin, and from which the caller cannot be found. */
export const callerAlias = (caller: string, pluginName: string): string => {
  const known = names.get(pluginName)?.get(caller);
  if (known !== undefined) return known;
  const name = hash('sha256', `toolcell caller\n${pluginName}\n${caller}`, 'base64url').slice(0, CHARACTERS);
  if (count >= MOST_NAMES) {
    names.clear();
    count = 0;
  }
  count += 1;
  const ofPlugin = names.get(pluginName) ?? new Map<string, string>();
  names.set(pluginName, ofPlugin);
  ofPlugin.set(caller, name);
  return name;
};
