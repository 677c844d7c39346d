// `toolcell revoke`: takes out of the configuration whatever a plugin was granted, its secrets too. The plugin may be gone already.

import { shown } from '../../catalog/model/refusal.ts';
import { survey } from '../../catalog/operate/survey.ts';
import type { TextChange } from '../../config/edit-text.ts';
import { nearest } from '../../config/nearest.ts';
import { type Command, EXIT, JSON_FLAG, misused } from '../command.ts';
import { CHANGE_FLAGS, changeConfig, changeTold } from '../operate/config-change.ts';
import { FOLDER_FLAGS, folderOf, operate, type ServedFolder } from '../operate/plugins-folder.ts';

export const command: Command = {
  name: 'revoke',
  summary: 'Take back all that a plugin was granted: takes it out of the configuration.',
  usage: {
    words: [{ name: 'NAME', meaning: 'the plugin' }],
    flags: { ...CHANGE_FLAGS, ...FOLDER_FLAGS, ...JSON_FLAG },
    about: [
      'Its entry under "grants" goes, and so do the secrets that are bound to it. Values of secrets are not touched.',
      'What it has kept in the store stays there.',
    ],
    examples: ['toolcell revoke weather', 'toolcell revoke weather --dry-run'],
  },
  async run(context) {
    const { given, paint, print } = context;
    const at = folderOf(context);
    const name = given.word(0) ?? '';
    const revoked = revocable(name, at);
    if (revoked.length === 0) {
      await refuseUnknown(name, at);
      if (given.has('json')) print(JSON.stringify({ ok: true, name, revoked: [], isWritten: false }, null, 2));
      else print(`${paint.stdout.good('✓')} ${name} was granted nothing.`);
      return EXIT.done;
    }
    const change = await changeConfig(context, at, {
      words: [`${name} would lose`, ...revoked.map(({ words }) => `  ${words}`)],
      changes: revoked.map(({ path }): TextChange => ({ path, value: undefined })),
      again: at.hint('revoke', name, '--yes'),
    });
    const told = { name, revoked: revoked.map(({ words }) => words), ...change };
    if (given.has('json')) print(JSON.stringify({ ok: true, ...told }, null, 2));
    else
      print(
        change.isWritten
          ? `${paint.stdout.good('✓')} ${name} is granted nothing. ${changeTold(change)}`
          : changeTold(change),
      );
    return EXIT.done;
  },
};

interface Revocable {
  readonly path: readonly string[];
  readonly words: string;
}

const revocable = (name: string, { config }: ServedFolder): readonly Revocable[] => {
  const grants = Object.hasOwn(config.grants, name) ? config.grants[name] : undefined;
  const { fetch = [], privateFetch = [], store = false } = grants ?? {};
  const lost = [...fetch, ...privateFetch, ...(store ? ['the store'] : [])];
  const secrets = Object.entries(config.secrets).filter(([, { plugin }]) => plugin === name);
  return [
    ...(grants ? [{ path: ['grants', name], words: lost.length === 0 ? 'its empty entry' : lost.join(', ') }] : []),
    ...secrets.map(([secret]) => ({ path: ['secrets', secret], words: `the secret ${secret}` })),
  ];
};

/** A misspelt name must not look like success. */
const refuseUnknown = async (name: string, at: ServedFolder): Promise<void> => {
  const { plugins, refused } = await operate(survey(at.folder, at.config));
  const known = [...plugins.map((plugin) => plugin.name), ...refused.flatMap(({ pluginName }) => pluginName ?? [])];
  if (known.includes(name)) return;
  const [near] = nearest(name, [...known, ...Object.keys(at.config.grants)]);
  const hint = near === undefined ? `There are: ${shown(known.join(', '), 500) || 'none'}.` : `Did you mean ${near}?`;
  throw misused(`There is no plugin "${shown(name)}", and nothing is granted to one. ${hint}`);
};
