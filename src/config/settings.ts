// The one table of settings: type, range, default, meaning and reason of everything an operator may set; its sections lie beside it.
// Checking, defaults, the JSON Schema and docs/configuration.md all come from here. Data only; any process may read it.

import { ISOLATION_EFFECTS } from '../protocol/isolation.ts';
import type { Config } from './config.ts';
import type { Section, Setting, TableOf } from './setting.ts';
import { settingsIn } from './setting.ts';
import { off, offOrList } from './settings/kinds.ts';
import { LIMITS } from './settings/limits.ts';
import { LOG } from './settings/log.ts';
import { FRESH_STATE, PLUGINS } from './settings/plugins.ts';
import { POOL, QUARANTINE } from './settings/pool.ts';
import { EGRESS, GRANTS, SECRETS, STORE } from './settings/reach.ts';
import { SERVER } from './settings/server.ts';

/** Everything an operator may set, in the shape of `Config`. */
export const SETTINGS: TableOf<Config> = {
  server: SERVER,
  plugins: PLUGINS,
  limits: LIMITS,
  pool: POOL,
  quarantine: QUARANTINE,
  grants: GRANTS,
  secrets: SECRETS,
  store: STORE,
  egress: EGRESS,
  log: LOG,
  freshState: FRESH_STATE,
  validateArguments: off(
    'Checks arguments against the input schema of the tool before each call.',
    'The protocol leaves the check to the client, and tools expect to do their own.',
  ),
  requireOsSandbox: offOrList(
    ISOLATION_EFFECTS,
    'Refuses to start unless the operating system locks runner processes down: all but `resources` if true, else the named effects.',
    'A laptop without bubblewrap can still try tools out; set it wherever plugins come from strangers.',
  ),
};

/** {@link SETTINGS} as the section it is, for code that walks it. */
export const SETTINGS_SECTION: Section = { ...SETTINGS };

/** Path → setting, in the table's order: `limits.memoryMb`. */
export const SETTING_BY_PATH: ReadonlyMap<string, Setting> = new Map(settingsIn(SETTINGS_SECTION));
