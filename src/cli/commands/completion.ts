// `toolcell completion SHELL`: a script that makes a shell complete commands and flags. Made from the list of commands, so that it has all of them.

import { type Command, EXIT, misused } from '../command.ts';
import { COMMANDS } from '../command-list.ts';
import { bashScript } from '../completion/bash.ts';
import { completedCommands } from '../completion/completed.ts';
import { fishScript } from '../completion/fish.ts';
import { zshScript } from '../completion/zsh.ts';

const SHELLS = Object.freeze({ bash: bashScript, zsh: zshScript, fish: fishScript });

export const command: Command = {
  name: 'completion',
  summary: 'Print what makes bash, zsh or fish complete commands and flags.',
  usage: {
    words: [{ name: 'SHELL', meaning: Object.keys(SHELLS).join(', '), values: Object.keys(SHELLS) }],
    about: [
      'In ~/.bashrc: source <(toolcell completion bash). In ~/.zshrc: source <(toolcell completion zsh).',
      'In ~/.config/fish/config.fish: toolcell completion fish | source.',
    ],
    examples: ['toolcell completion bash', 'toolcell completion fish > ~/.config/fish/completions/toolcell.fish'],
  },
  async run({ given, print }) {
    const shell = given.word(0) ?? '';
    if (!Object.hasOwn(SHELLS, shell))
      throw misused(`SHELL: ${JSON.stringify(shell)} is not supported → ${Object.keys(SHELLS).join(', ')}`);
    print(SHELLS[shell as keyof typeof SHELLS](await completedCommands(COMMANDS)));
    return EXIT.done;
  },
};
