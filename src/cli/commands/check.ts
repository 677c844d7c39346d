// `toolcell check`: makes all checks that an operator's server makes before a plugin serves, and warns of faults that a person should look at.

import { checkJson, checkLines, isAtFault, warningsIn } from '../checking/check-report.ts';
import { examine } from '../checking/examine.ts';
import { CONFIG_FLAG, type Command, EXIT, JSON_FLAG, TRUST_FLAG } from '../common/command.ts';
import { namedPlugin } from '../plugin/open-plugin.ts';

export const command: Command = {
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
      'Reads and compiles the plugin, tries it out in the sandbox, and runs its examples in both modes.',
      'Then checks signature and wording, and counts tokens. A folder is packed first, in memory, as for an operator.',
    ],
    examples: ['toolcell check', 'toolcell check word-count-1.0.0.tgz --config sandbox.config.json --strict'],
  },
  async run(context) {
    const { args } = context;
    const named = namedPlugin(context, args.word(0));
    const { settings } = named;
    const checked = await examine(named, context);
    context.answer(checkJson(checked, settings), ...checkLines(checked, settings, context.style.stdout));
    const isRefused = isAtFault(checked) || (args.has('strict') && warningsIn(checked) > 0);
    return isRefused ? EXIT.fault : EXIT.done;
  },
};
