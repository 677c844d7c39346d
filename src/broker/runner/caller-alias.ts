// Gives each plugin a name of its own for a caller, so that plugins cannot combine what they know of a caller.

import { hash } from 'node:crypto';
import { ANONYMOUS } from '../../protocol/caller.ts';

const CHARACTERS = 22;
/** Names that are remembered. All are forgotten together, and made again. */
const MOST_NAMES = 10_000;

/** Plugin and caller → name. */
const names = new Map<string, string>();

/** `anonymous`, or 22 characters that are always the same for this caller and plugin, and from which the caller cannot be found. */
export const callerAlias = (caller: string, pluginName: string): string => {
  if (caller === ANONYMOUS) return caller;
  const text = `toolcell caller\n${pluginName}\n${caller}`;
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = hash('sha256', text, 'base64url').slice(0, CHARACTERS);
  if (names.size >= MOST_NAMES) names.clear();
  names.set(text, name);
  return name;
};
