// `toolcell import WHAT`: makes an ordinary plugin of something that exists already. Decision 0065.

import { relative } from 'node:path';
import { readManifest } from '../../catalog/manifest/manifest.ts';
import { shown } from '../../catalog/model/refusal.ts';
import { listInstalled } from '../../catalog/operate/list-installed.ts';
import { type Command, type CommandContext, CommandFailed, EXIT, JSON_FLAG, misused } from '../common/command.ts';
import { settingsFor } from '../common/settings.ts';
import { tableLines } from '../common/table.ts';
import { type ImportKind, ImportRefused } from '../import/kind.ts';
import { IMPORT_KINDS } from '../import/kinds.ts';
import { changesSince, importJson, importLines } from '../import/report.ts';
import { nameIn, targetOf, withNextVersion, writePlugin } from '../import/target.ts';
import { whatIs } from '../import/what.ts';
import { originText } from '../operate/origin-text.ts';
import { FOLDER_FLAGS, folderOf, operate } from '../operate/plugins-folder.ts';

export const command: Command = {
  usage: {
    words: [
      { name: 'WHAT', meaning: 'what to import, or its kind', isOptional: true },
      { name: 'SOURCE', meaning: 'what to import, if the first word is its kind', isOptional: true },
    ],
    flags: {
      as: { argument: 'NAME', meaning: 'name of the plugin, or path of the folder to make' },
      'dry-run': { meaning: 'show everything, and write nothing' },
      list: { meaning: 'list the plugins of the folder that were imported, and where from' },
      ...Object.assign({}, ...IMPORT_KINDS.map(({ flags }) => flags)),
      ...FOLDER_FLAGS,
      ...JSON_FLAG,
    },
    about: [
      'Writes a folder with an ordinary plugin: tools, code and the requests that they may send. Nothing of it runs outside of the sandbox.',
      ...IMPORT_KINDS.map(({ name, meaning }) => `${name}: ${meaning}.`),
      'If the folder has a plugin from the same source, it is renewed, and the command says what is new.',
    ],
    examples: [
      'toolcell import https://api.example.com/openapi.json --dry-run',
      "toolcell import openapi petstore.yaml --only 'pets,GET /users/*' --as plugins/petstore",
      'toolcell import npm:@modelcontextprotocol/server-slack --set SLACK_TEAM_ID=T0123456',
      'toolcell import --list',
    ],
  },
  async run(context) {
    const { args, cwd } = context;
    if (args.has('list')) return listed(context);
    const first = args.word(0);
    if (first === undefined) throw misused('WHAT is missing → toolcell import openapi.yaml');
    const found = whatIs(first, args.word(1), cwd);
    refuseFlagsOfOthers(context, found.kind);
    try {
      return await imported(context, found);
    } catch (error) {
      if (!(error instanceof ImportRefused)) throw error;
      throw new CommandFailed(EXIT.fault, `${shown(found.word, 200)}: ${error.reason}`, `→ ${error.hint}`);
    }
  },
};

/** A flag of another kind would be passed over in silence. Throws `CommandFailed`. */
const refuseFlagsOfOthers = ({ args }: CommandContext, kind: ImportKind): void => {
  const others = IMPORT_KINDS.flatMap(({ flags }) => Object.keys(flags)).filter(
    (flag) => !Object.hasOwn(kind.flags, flag),
  );
  const unheeded = others.filter((flag) => args.has(flag));
  if (unheeded.length > 0) throw misused(...unheeded.map((flag) => `--${flag}: means nothing for ${kind.name}`));
};

const imported = async (context: CommandContext, found: ReturnType<typeof whatIs>): Promise<number> => {
  const { args, cwd, style } = context;
  const { kind, word, because } = found;
  const as = args.value('as');
  const { config } = settingsFor(context);
  const made = await kind.run({ word, pluginName: nameIn(as), context });
  const target = targetOf(made, as, cwd);
  const plugin = withNextVersion(made, target);
  // What a server would refuse is not written.
  const manifest = readManifest(Buffer.from(plugin.files['plugin.json'] ?? ''));
  const changes = target.before ? changesSince(target.before, manifest) : [];
  const isDry = args.has('dry-run');
  if (!isDry) writePlugin(plugin, target);
  const place = relative(cwd, target.folder) || '.';
  const done = isDry ? `would be written to ${place}` : `is in ${place}: ${Object.keys(plugin.files).join(', ')}`;
  return context.answer(
    { ...importJson(plugin, { folder: target.folder, changes, config }), isDryRun: isDry },
    ...(because === undefined
      ? []
      : [style.stdout.faint(`${shown(word, 200)} is ${because}: imported as ${kind.name}`)]),
    `${style.stdout.good('✓')} ${style.stdout.strong(`${manifest.name} ${manifest.version}`)} ${done}`,
    ...importLines(plugin, { changes, config, style: style.stdout }),
    ...(isDry ? [] : [`Next: toolcell test ${place}, toolcell check ${place}`]),
  );
};

const listed = async (context: CommandContext): Promise<number> => {
  if (context.args.word(0) !== undefined) throw misused('--list: lists all, so it takes no argument');
  const { folder, config } = folderOf(context);
  const { plugins } = await operate(listInstalled(folder, config));
  const found = plugins.flatMap(({ name, bundles }) =>
    bundles.flatMap(({ version, bundle, manifest: { importedFrom } }) =>
      importedFrom ? [{ name, version, bundle, importedFrom }] : [],
    ),
  );
  const rows = found.map(({ name, version, bundle, importedFrom }) => [
    ...[name, version, shown(originText(importedFrom), 300), shown(bundle)],
  ]);
  const lines =
    rows.length === 0
      ? [`No plugin in ${folder} was imported.`]
      : tableLines([['PLUGIN', 'VERSION', 'IMPORTED FROM', 'BUNDLE'], ...rows]);
  return context.answer({ plugins: found }, ...lines);
};
