// `toolcell revoke`: removes a plugin's grants and secrets from the configuration. The plugin itself may be gone already.

import { shown } from '../../catalog/model/refusal.ts';
import { listInstalled } from '../../catalog/operate/list-installed.ts';
import type { TextChange } from '../../settings/file/edit-text.ts';
import { nearest } from '../../shared/text/nearest.ts';
import { type Command, JSON_FLAG, misused } from '../common/command.ts';
import { answerChange, CHANGE_FLAGS, changeConfig, unchanged } from '../operate/config-change.ts';
import { FOLDER_FLAGS, folderOf, operate, type ServedFolder } from '../operate/plugins-folder.ts';

export const command: Command = {
  usage: {
    words: [{ name: 'NAME', meaning: 'the plugin' }],
    flags: { ...CHANGE_FLAGS, ...FOLDER_FLAGS, ...JSON_FLAG },
    about: [
      'Removes its entry under "grants", and the secrets that are bound to it. The values of secrets are not touched.',
      'Its entries in the store stay.',
    ],
    examples: ['toolcell revoke weather', 'toolcell revoke weather --dry-run'],
  },
  async run(context) {
    const { args } = context;
    const served = folderOf(context);
    const name = args.word(0) ?? '';
    const revoked = revocable(name, served);
    if (revoked.length === 0) {
      await refuseUnknown(name, served);
      return answerChange(context, await unchanged(served), {
        report: { name, revoked: [] },
        done: `${name} has no grants.`,
      });
    }
    const change = await changeConfig(context, served, {
      summary: [`${name} would lose`, ...revoked.map(({ words }) => `  ${words}`)],
      changes: revoked.map(({ path }): TextChange => ({ path, value: undefined })),
      again: served.hint('revoke', name, '--yes'),
    });
    const report = { name, revoked: revoked.map(({ words }) => words) };
    return answerChange(context, change, { report, done: `The file grants ${name} nothing now.` });
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

/** Throws `CommandFailed` for a name that no plugin has: a misspelt name must not look like success. */
const refuseUnknown = async (name: string, served: ServedFolder): Promise<void> => {
  const { plugins, refused } = await operate(listInstalled(served.folder, served.config));
  const known = [...plugins.map((plugin) => plugin.name), ...refused.flatMap(({ pluginName }) => pluginName ?? [])];
  if (known.includes(name)) return;
  const [near] = nearest(name, [...known, ...Object.keys(served.config.grants)]);
  const hint = near === undefined ? `There are: ${shown(known.join(', '), 500) || 'none'}.` : `Did you mean ${near}?`;
  throw misused(`There is no plugin "${shown(name)}", and nothing is granted to one. ${hint}`);
};
