// `toolcell admin`: creates, lists and revokes the keys of the admin API, whose hashes are in the configuration.

import { resolve } from 'node:path';
import { shown } from '../../catalog/model/refusal.ts';
import { adminKeysOf } from '../../front/doors/admin-keys.ts';
import { keyHashOf, makeAdminKey } from '../../front/doors/api-key.ts';
import { commandHint } from '../../server/hint.ts';
import { DEFAULT_FILE } from '../../settings/load/load.ts';
import { ADMIN_NAME } from '../../settings/table/forms.ts';
import { nearest } from '../../shared/text/nearest.ts';
import { CONFIG_FLAG, type Command, type CommandContext, EXIT, JSON_FLAG, misused } from '../common/command.ts';
import { actionIn, refuseOtherFlags } from '../common/command-line.ts';
import { settingsFor } from '../common/settings.ts';
import { tableLines } from '../common/table.ts';
import { answerChange, CHANGE_FLAGS, type ConfigChange, changeConfig, exitCodeOf } from '../operate/config-change.ts';
import { standingLines } from '../operate/running-servers.ts';

const ACTIONS = ['create', 'list', 'revoke'] as const;
const ACTIONS_OF: Readonly<Record<string, readonly (typeof ACTIONS)[number][]>> = {
  role: ['create'],
  ...{ yes: ['create', 'revoke'], 'dry-run': ['create', 'revoke'] },
};
const ROLES = ['read', 'operate'] as const;
type Role = (typeof ROLES)[number];

export const command: Command = {
  usage: {
    words: [
      { name: 'ACTION', meaning: ACTIONS.join(', '), values: ACTIONS },
      { name: 'NAME', meaning: 'for create and revoke: who has the key, as logs name it', isOptional: true },
    ],
    flags: {
      role: { argument: 'ROLE', meaning: 'for create: read lists and shows plugins, operate also changes them' },
      ...CHANGE_FLAGS,
      ...CONFIG_FLAG,
      ...JSON_FLAG,
    },
    about: [
      'A key is written to standard output once, and kept nowhere: server.adminKeys in the configuration has its SHA-256.',
      'A running server that watches its configuration takes keys up, but the first key needs a restart.',
    ],
    examples: ['toolcell admin create dashboard --role read', 'toolcell admin list', 'toolcell admin revoke dashboard'],
  },
  async run(context) {
    const action = actionIn(context.args, ACTIONS);
    refuseOtherFlags(context.args, action, ACTIONS_OF);
    return { create, list, revoke }[action](context);
  },
};

const create = async (context: CommandContext): Promise<number> => {
  const name = nameIn(context);
  const role = roleIn(context);
  const { config } = settingsFor(context);
  if (adminKeysOf(config.server).some((key) => key.name === name))
    throw misused(`There is an admin key "${name}" already. Revoke it first, or choose another name.`);
  const key = makeAdminKey();
  const changed = await change(context, {
    summary: [`${name} could use the admin API with the role "${role}".`],
    value: { hash: keyHashOf(key), role },
    again: ['create', name, '--role', role, '--yes'],
  });
  if (!changed.isWritten) return EXIT.done;
  const { args, printError, style, answer } = context;
  if (!args.has('json'))
    printError(`${style.stderr.good('✓')} The admin key of ${name}, with the role ${role}. It is shown only now:`);
  printError(...standingLines(changed.servers, style.stderr));
  answer({ ok: exitCodeOf(changed) === EXIT.done, name, role, key, servers: changed.servers }, key);
  return exitCodeOf(changed);
};

const list = (context: CommandContext): number => {
  const { server } = settingsFor(context).config;
  const keys = adminKeysOf(server);
  const rows = keys.map(({ name, role, hash }) => [name, role, `${hash.slice(0, 15)}…`]);
  const lines = rows.length === 0 ? ['There is no admin key.'] : tableLines([['NAME', 'ROLE', 'HASH'], ...rows]);
  return context.answer({ ok: true, keys: keys.map(({ name, role, hash }) => ({ name, role, hash })) }, ...lines);
};

const revoke = async (context: CommandContext): Promise<number> => {
  const name = nameIn(context);
  const { adminKeys } = settingsFor(context).config.server;
  if (!Object.hasOwn(adminKeys, name)) {
    const [near] = nearest(name, Object.keys(adminKeys));
    const hint = near === undefined ? '"toolcell admin list" lists the keys.' : `Did you mean ${near}?`;
    throw misused(`There is no admin key "${shown(name)}" in server.adminKeys. ${hint}`);
  }
  const changed = await change(context, {
    summary: [`The admin key of ${name} would be refused.`],
    value: undefined,
    again: ['revoke', name, '--yes'],
  });
  return answerChange(context, changed, { report: { name }, done: `The file has no admin key of ${name} any more.` });
};

interface Change {
  readonly summary: readonly string[];
  /** The entry; undefined to remove it. */
  readonly value: { readonly hash: string; readonly role: Role } | undefined;
  /** Words of the command that makes the change without asking. */
  readonly again: readonly string[];
}

const change = (context: CommandContext, { summary, value, again }: Change): Promise<ConfigChange> => {
  const { file, config } = settingsFor(context);
  const configFile = file ?? resolve(context.cwd, DEFAULT_FILE);
  return changeConfig(
    context,
    { folder: config.plugins.folder, configFile, isConfigured: file !== undefined },
    {
      summary,
      changes: [{ path: ['server', 'adminKeys', nameIn(context)], value }],
      again: commandHint(['admin', ...again], { config: context.args.value('config') }),
    },
  );
};

const nameIn = ({ args }: CommandContext): string => {
  const name = args.word(1);
  if (name === undefined) throw misused('NAME is missing: who has the key');
  if (!new RegExp(ADMIN_NAME.pattern, 'u').test(name))
    throw misused(`NAME: ${shown(JSON.stringify(name))} is no name → ${ADMIN_NAME.words}`);
  return name;
};

const roleIn = ({ args }: CommandContext): Role => {
  const text = args.value('role');
  if (text === undefined) throw misused('--role is missing: read or operate');
  const role = ROLES.find((known) => known === text);
  if (role === undefined) throw misused(`--role: ${shown(JSON.stringify(text))} is none → read or operate`);
  return role;
};
