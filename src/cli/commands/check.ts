// `toolcell check`: all that an operator's server looks at before a plugin serves, and what a person should look at besides.

import { checkJson, checkLines, warningsIn } from '../checking/check-report.ts';
import { examine } from '../checking/examine.ts';
import { CONFIG_FLAG, type Command, EXIT, JSON_FLAG, TRUST_FLAG } from '../command.ts';
import { kindOf } from '../plugin/open-plugin.ts';
import { settingsFor } from '../settings.ts';

export const command: Command = {
  name: 'check',
  summary: "Check a plugin as an operator's server does, and what agents will read of it.",
  usage: {
    words: [
      { name: 'PATH', meaning: 'folder or .tgz of the plugin; default: the current directory', isOptional: true },
    ],
    flags: {
      strict: { meaning: `exit code ${EXIT.fault} for warnings too` },
      ...TRUST_FLAG,
      ...CONFIG_FLAG,
      ...JSON_FLAG,
    },
    about: [
      'Reads, guards and compiles it, tries it out in the sandbox, runs its examples in both modes; then signature, wording and tokens.',
      'A folder is packed first, in memory, since that is what an operator gets.',
    ],
    examples: ['toolcell check', 'toolcell check word-count-1.0.0.tgz --config sandbox.config.json --strict'],
  },
  async run(context) {
    const { given, cwd } = context;
    const { path, isFolder } = kindOf(cwd, given.word(0) ?? '.');
    const settings = settingsFor(context, isFolder ? path : cwd);
    const checked = await examine({ path, isFolder }, context, settings);
    if (given.has('json')) context.print(JSON.stringify(checkJson(checked, settings), null, 2));
    else context.print(...checkLines(checked, settings, context.paint.stdout));
    const isAtFault = checked.overLimits.length > 0 || (given.has('strict') && warningsIn(checked) > 0);
    return isAtFault ? EXIT.fault : EXIT.done;
  },
};
