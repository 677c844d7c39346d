// `toolcell completion SHELL`: prints a script that makes a shell complete commands and flags. The script is written from the list of commands.

import { type Command, EXIT, misused } from '../common/command.ts';
import { bashScript } from '../completion/bash.ts';
import { completedCommands } from '../completion/completed.ts';
import { fishScript } from '../completion/fish.ts';
import { zshScript } from '../completion/zsh.ts';

const SHELLS = Object.freeze({ bash: bashScript, zsh: zshScript, fish: fishScript });

export const command: Command = {
  usage: {
    words: [{ name: 'SHELL', meaning: Object.keys(SHELLS).join(', '), values: Object.keys(SHELLS) }],
    about: [
      'In ~/.bashrc: source <(toolcell completion bash). In ~/.zshrc: source <(toolcell completion zsh).',
      'In ~/.config/fish/config.fish: toolcell completion fish | source.',
    ],
    examples: ['toolcell completion bash', 'toolcell completion fish > ~/.config/fish/completions/toolcell.fish'],
  },
  async run({ args, commands, print }) {
    const shell = args.word(0) ?? '';
    if (!Object.hasOwn(SHELLS, shell))
      throw misused(`SHELL: ${JSON.stringify(shell)} is not supported → ${Object.keys(SHELLS).join(', ')}`);
    print(SHELLS[shell as keyof typeof SHELLS](await completedCommands(commands)));
    return EXIT.done;
  },
};
