// The table of settings: type, range, default, meaning and reason of each one. Checks, defaults, the JSON Schema and docs/configuration.md
// come from it. Its sections are in settings/. Data only; any process.

import { ISOLATION_EFFECTS } from '../shared/protocol/isolation.ts';
import { ACCESS } from './table/access.ts';
import { AUDIT } from './table/audit.ts';
import { EGRESS, GRANTS, SECRETS, STORE } from './table/capabilities.ts';
import { DISCOVERY } from './table/discovery.ts';
import { IDEMPOTENCY } from './table/idempotency.ts';
import { LIMITS } from './table/limits.ts';
import { LOG } from './table/log.ts';
import { METRICS } from './table/metrics.ts';
import { FRESH_STATE, PLUGINS } from './table/plugins.ts';
import { POOL } from './table/pool.ts';
import { SCRIPTS } from './table/scripts.ts';
import { SERVER } from './table/server.ts';
import { offOrList, type Section, type Setting, settingsIn } from './table/setting.ts';
import { THROTTLING } from './table/throttling.ts';

/** All settings, in the shape of `Config`, which is derived from them. */
export const SETTINGS = {
  server: SERVER,
  access: ACCESS,
  throttling: THROTTLING,
  idempotency: IDEMPOTENCY,
  discovery: DISCOVERY,
  scripts: SCRIPTS,
  plugins: PLUGINS,
  limits: LIMITS,
  pool: POOL,
  grants: GRANTS,
  secrets: SECRETS,
  store: STORE,
  egress: EGRESS,
  log: LOG,
  metrics: METRICS,
  audit: AUDIT,
  freshState: FRESH_STATE,
  requireOsSandbox: offOrList(
    ISOLATION_EFFECTS,
    'Refuses to start unless the operating system locks runner processes down: with all effects but `resources` if true, else with the named effects.',
    'Set it if strangers wrote the plugins.',
  ),
};

/** {@link SETTINGS} as a section, for code that walks it. */
export const SETTINGS_SECTION: Section = SETTINGS;

/** Path → setting, in the table's order: `limits.memoryMb`. */
export const SETTING_BY_PATH: ReadonlyMap<string, Setting> = new Map(settingsIn(SETTINGS_SECTION));
