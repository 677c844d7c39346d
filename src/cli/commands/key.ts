// `toolcell key`: creates, lists, rotates and revokes the API keys that callers send. A running server follows the file of keys.

import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { shown } from '../../catalog/model/refusal.ts';
import {
  AlreadyRotated,
  createKey,
  type IssuedKey,
  type KeyChange,
  NoSuchKey,
  revokeKey,
  revokeKeysOf,
  rotateKey,
} from '../../front/doors/issue-keys.ts';
import { KeysBroken } from '../../front/doors/key-file.ts';
import { hasExpired, type KeyRecord, MOST_SCOPES, NAME, SCOPE } from '../../front/doors/key-record.ts';
import { KeysOutOfReach } from '../../front/doors/redis-keys.ts';
import { commandHint } from '../../server/hint.ts';
import { DEFAULT_FILE } from '../../settings/load/load.ts';
import { unusedScopes } from '../../settings/rules/idle-rules.ts';
import { NoTurn } from '../../shared/lifetime/turn.ts';
import { durationMs } from '../../shared/text/duration.ts';
import {
  CONFIG_FLAG,
  type Command,
  type CommandContext,
  CommandFailed,
  EXIT,
  JSON_FLAG,
  misused,
} from '../common/command.ts';
import { actionIn, refuseOtherFlags } from '../common/command-line.ts';
import { settingsFor } from '../common/settings.ts';
import { tableLines } from '../common/table.ts';
import { openAudit } from '../operate/audited.ts';
import { CHANGE_FLAGS, changeConfig } from '../operate/config-change.ts';
import { fileOfKeys, type KeyPlace, keyPlaceOf } from '../operate/key-place.ts';
import { type KeyRules, keyRulesOf, RULE_FLAGS } from '../operate/key-rule.ts';
import { newPlaceLines } from '../operate/new-place.ts';
import { hasNotTakenUp, standingLines } from '../operate/running-servers.ts';

const KEYS_FILE = 'toolcell-keys.json';
const DEFAULT_GRACE = '24h';
const ACTIONS = ['create', 'list', 'rotate', 'revoke'] as const;
/** What a rotated key has of the one before, it keeps: client, organisation, scopes and lifetime. */
const ACTIONS_OF: Readonly<Record<string, readonly (typeof ACTIONS)[number][]>> = {
  ...{ client: ['create', 'revoke'], org: ['create'], scope: ['create'], expires: ['create'] },
  ...{ tools: ['create'], plugins: ['create'], set: ['create'] },
  ...{ yes: ['create'], 'dry-run': ['create'] },
  grace: ['rotate'],
};
const HEADER = ['ID', 'CLIENT', 'ORG', 'SCOPES', 'CREATED', 'LAST USED', 'UNTIL'];

export const command: Command = {
  usage: {
    words: [
      { name: 'ACTION', meaning: ACTIONS.join(', '), values: ACTIONS },
      { name: 'ID', meaning: 'for rotate and revoke: the key, as "key list" names it', isOptional: true },
    ],
    flags: {
      client: { argument: 'NAME', meaning: 'for create: who will call with it; for revoke: all keys of this client' },
      org: { argument: 'NAME', meaning: 'for create: the organisation of the client' },
      scope: { argument: 'LIST', meaning: 'for create: what it is for, separated by commas' },
      ...RULE_FLAGS,
      expires: {
        argument: 'TIME',
        meaning: 'for create: how long it holds, such as 90d or 12h; default: until it is revoked',
      },
      grace: { argument: 'TIME', meaning: `for rotate: how long the old key holds too; default: ${DEFAULT_GRACE}` },
      ...CHANGE_FLAGS,
      ...CONFIG_FLAG,
      ...JSON_FLAG,
    },
    about: [
      'A key is written to standard output once, and kept nowhere: the file access.keysFile, or Redis, has its SHA-256.',
      'The first key of a server writes access.keysFile into the configuration: from its next start on, the server',
      'refuses callers without a key. A running server takes up keys within a second.',
      '--tools, --plugins and --set write access rules for the client, after they have shown them and before there is a key.',
    ],
    examples: [
      'toolcell key create --client ada --scope tools:call --expires 90d',
      'toolcell key create --client ada --tools getNote,findNotes',
      'toolcell key list',
      'toolcell key rotate 1f0c77aa --grace 1h',
      'toolcell key revoke 1f0c77aa',
      'toolcell key revoke --client ada',
    ],
  },
  async run(context) {
    const action = actionIn(context.args, ACTIONS);
    refuseOtherFlags(context.args, action, ACTIONS_OF);
    try {
      return await { create, list, rotate, revoke }[action](context);
    } catch (error) {
      throw failureOf(error);
    }
  },
};

/** Turns errors of the keys into messages and exit codes. */
const failureOf = (error: unknown): unknown => {
  if (error instanceof KeysBroken) return misused(error.message);
  if (error instanceof KeysOutOfReach || error instanceof NoTurn) return new CommandFailed(EXIT.host, error.message);
  if (error instanceof NoSuchKey) return misused(`${error.message} "toolcell key list" lists the keys.`);
  if (error instanceof AlreadyRotated) return misused(againText(error));
  const { code, path } = error as NodeJS.ErrnoException;
  return code === undefined || path === undefined
    ? error
    : new CommandFailed(EXIT.host, `${path} cannot be read or written (${code}).`);
};

const againText = ({ old: { id, client, expiresAt }, next }: AlreadyRotated): string => {
  const until = `Key ${id} was rotated and holds until ${expiresAt}.`;
  return next === undefined
    ? `${until} The key that took its place was revoked → toolcell key create --client ${client}`
    : `${until} ${next.id} has taken its place → toolcell key rotate ${next.id}; with --grace 0s if that one was lost`;
};

const create = async (context: CommandContext): Promise<number> => {
  const owner = ownerIn(context);
  const expiresInMs = durationIn(context, 'expires');
  const rules = await keyRulesOf(context, settingsFor(context).config, owner);
  const place = await keyPlaceOrNew(context, rules);
  if (place === undefined) return EXIT.done;
  if (context.args.has('dry-run')) {
    place.close();
    context.printError(`A key of ${owner.client} would be made in ${place.words}. Nothing was changed.`);
    return EXIT.done;
  }
  const record = await openAudit(settingsFor(context).config);
  const issued = await changed(place, (keys) => createKey(keys, owner, expiresInMs));
  const { id, client, expiresAt } = issued.record;
  const until = expiresAt === undefined ? 'it is revoked' : expiresAt;
  const unused = unusedScopes(settingsFor(context).config.access, [owner]);
  if (unused.length > 0) context.printError(`No rule in access.rules asks for the scope ${unused.join(', ')}.`);
  const exitCode = answerIssued(context, issued, place, `Key ${id} of ${client}, until ${until}.`);
  // After the key was printed: if this fails, nobody would know the key.
  await record({ action: 'key.create', subject: id, from: null, to: withoutHash(issued.record) });
  return exitCode;
};

const list = async (context: CommandContext): Promise<number> => {
  const place = placeOf(context);
  const [keys, uses] = await Promise.all([place.read(), place.uses()]).finally(() => place.close());
  const rows = keys.map((record) => rowOf(record, uses.get(record.id)));
  const lines = keys.length === 0 ? [`There is no key in ${place.words}.`] : tableLines([HEADER, ...rows]);
  const listed = keys.map((record) => {
    const lastUsedAt = uses.get(record.id);
    return { ...withoutHash(record), ...(lastUsedAt !== undefined && { lastUsedAt }) };
  });
  return context.answer({ ok: true, ...place.named, keys: listed }, ...lines);
};

const rotate = async (context: CommandContext): Promise<number> => {
  const { args } = context;
  const place = placeOf(context);
  const graceMs = args.value('grace') === '0s' ? 0 : (durationIn(context, 'grace') ?? durationMs(DEFAULT_GRACE) ?? 0);
  const id = idIn(context);
  const record = await openAudit(settingsFor(context).config);
  const issued = await changed(place, (keys) => rotateKey(keys, id, graceMs));
  const sentence = `Key ${issued.record.id} takes the place of ${id}, which holds until ${issued.old.expiresAt}.`;
  const exitCode = answerIssued(context, issued, place, sentence);
  await record({
    action: 'key.rotate',
    subject: id,
    from: withoutHash(issued.old),
    to: withoutHash(issued.record),
  });
  return exitCode;
};

const revoke = async (context: CommandContext): Promise<number> => {
  const place = placeOf(context);
  const client = context.args.value('client');
  if (client !== undefined) return revokeAll(context, place, client);
  const id = idIn(context);
  const record = await openAudit(settingsFor(context).config);
  const revoked = await changed(place, (keys) => revokeKey(keys, id));
  await record({ action: 'key.revoke', subject: id, from: withoutHash(revoked), to: null });
  return context.answer(
    { ok: true, ...place.named, ...withoutHash(revoked) },
    `${context.style.stdout.good('✓')} Key ${id} of ${revoked.client} is revoked. A running server refuses it within a second.`,
  );
};

const revokeAll = async (context: CommandContext, place: KeyPlace, client: string): Promise<number> => {
  if (context.args.word(1) !== undefined)
    throw misused('Both an ID and --client: name one key, or the client whose keys are all revoked');
  const record = await openAudit(settingsFor(context).config);
  const revoked = await changed(place, (keys) => revokeKeysOf(keys, client));
  for (const each of revoked)
    await record({ action: 'key.revoke', subject: each.id, from: withoutHash(each), to: null });
  const ids = revoked.map(({ id }) => id);
  return context.answer(
    { ok: true, ...place.named, client, keys: revoked.map(withoutHash) },
    `${context.style.stdout.good('✓')} ${ids.length === 1 ? 'The only key' : `All ${ids.length} keys`} of ${client} ${ids.length === 1 ? 'is' : 'are'} revoked: ${ids.join(', ')}. A running server refuses them within a second.`,
  );
};

/** Prints a new key. Standard output has the key alone, so that a script can take it from there. */
const answerIssued = (
  context: CommandContext,
  { key, record }: IssuedKey,
  { named }: KeyPlace,
  sentence: string,
): number => {
  if (!context.args.has('json'))
    context.printError(`${context.style.stderr.good('✓')} ${sentence} It is shown only now:`);
  return context.answer({ ok: true, ...named, key, ...withoutHash(record) }, key);
};

const withoutHash = ({ hash: _, ...rest }: KeyRecord): Omit<KeyRecord, 'hash'> => rest;

const minuteOf = (time: string): string => time.slice(0, 16).replace('T', ' ');

const rowOf = (record: KeyRecord, lastUsedAt: string | undefined): readonly string[] => {
  const { id, client, org, scopes, createdAt, expiresAt, replacedBy } = record;
  const until = expiresAt === undefined ? 'no end' : minuteOf(expiresAt);
  const state = hasExpired(record, Date.now()) ? ' (expired)' : replacedBy === undefined ? '' : ` (then ${replacedBy})`;
  const used = lastUsedAt === undefined ? '-' : minuteOf(lastUsedAt);
  return [id, client, org ?? '-', scopes.join(' ') || '-', createdAt.slice(0, 10), used, `${until}${state}`];
};

const ownerIn = ({ args }: CommandContext): Pick<KeyRecord, 'client' | 'org' | 'scopes'> => {
  const client = args.value('client');
  if (client === undefined) throw misused('--client NAME is missing: who will call with the key');
  const org = args.value('org');
  const scopes = args.value('scope')?.split(',') ?? [];
  const problems = [
    ...(NAME.test(client) ? [] : [`--client: ${shown(JSON.stringify(client))} is no name → ${NAME_WORDS}`]),
    ...(org === undefined || NAME.test(org) ? [] : [`--org: ${shown(JSON.stringify(org))} is no name → ${NAME_WORDS}`]),
    ...scopes
      .filter((scope) => !SCOPE.test(scope))
      .map(
        (scope) =>
          `--scope: ${shown(JSON.stringify(scope))} is no scope → visible ASCII without quotes, such as tools:call`,
      ),
    ...(scopes.length > MOST_SCOPES ? [`--scope: ${scopes.length} scopes → ${MOST_SCOPES} at most`] : []),
  ];
  if (problems.length > 0) throw misused(...problems);
  return { client, ...(org !== undefined && { org }), scopes: [...new Set(scopes)] };
};

const NAME_WORDS = 'up to 128 letters, digits or any of . _ @ : / + -, the first a letter or digit';

/** Milliseconds of a flag; undefined if it was not given. */
const durationIn = ({ args }: CommandContext, flag: 'expires' | 'grace'): number | undefined => {
  const text = args.value(flag);
  if (text === undefined) return undefined;
  const ms = durationMs(text);
  if (ms === undefined)
    throw misused(`--${flag}: ${shown(JSON.stringify(text))} is no length of time → 90d, 12h, 30m or 45s`);
  return ms;
};

const idIn = ({ args }: CommandContext): string => {
  const id = args.word(1);
  if (id === undefined) throw misused('ID is missing: "toolcell key list" lists the keys');
  return id;
};

/** Changes the keys, and ends the connection to their place. */
const changed = <Result>(place: KeyPlace, change: (keys: readonly KeyRecord[]) => KeyChange<Result>): Promise<Result> =>
  place.change(change).finally(() => place.close());

const placeOf = (context: CommandContext): KeyPlace => {
  const place = keyPlaceOf(settingsFor(context), context);
  if (place !== undefined) return place;
  const first = hint(context, 'create', '--client', 'NAME');
  throw misused(`There are no keys: access.keysFile is not set. The first key sets it: ${first}`);
};

/** The place of the keys, after the rules were written. If no place is set, a file is, as the user wants; undefined with --dry-run. */
const keyPlaceOrNew = async (context: CommandContext, rules: KeyRules | undefined): Promise<KeyPlace | undefined> => {
  const settings = settingsFor(context);
  const { file, config } = settings;
  const place = keyPlaceOf(settings, context);
  if (place !== undefined && rules === undefined) return place;
  const configFile = file ?? resolve(context.cwd, DEFAULT_FILE);
  const first = {
    summary: ['The server would let callers in by their keys alone, from its next start on.'],
    changes: [{ path: ['access', 'keysFile'], value: KEYS_FILE }],
  };
  if (file === undefined && !existsSync(config.plugins.folder))
    context.printError(...newPlaceLines(configFile, context.style.stderr));
  const parts = [...(place === undefined ? [first] : []), ...(rules === undefined ? [] : [rules])];
  const { isWritten, servers } = await changeConfig(
    context,
    { folder: config.plugins.folder, configFile, isConfigured: file !== undefined },
    {
      summary: parts.flatMap(({ summary }) => summary),
      changes: parts.flatMap(({ changes }) => changes),
      again: hint(context, 'create', ...givenFlags(context), '--yes'),
    },
  ).catch((error: unknown) => {
    place?.close();
    throw error;
  });
  const lines = standingLines(servers, context.style.stderr);
  if (servers.some(hasNotTakenUp)) {
    place?.close();
    throw new CommandFailed(EXIT.host, ...lines, 'No key was made.');
  }
  context.printError(...lines);
  if (isWritten) return place ?? fileOfKeys(join(dirname(configFile), KEYS_FILE));
  place?.close();
  return undefined;
};

const hint = ({ args }: CommandContext, ...words: readonly string[]): string =>
  commandHint(['key', ...words], { config: args.value('config') });

const givenFlags = ({ args }: CommandContext): readonly string[] =>
  ['client', 'org', 'scope', 'tools', 'plugins', 'set', 'expires'].flatMap((flag) => {
    const value = args.value(flag);
    return value === undefined ? [] : [`--${flag}`, value];
  });
