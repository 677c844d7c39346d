// Completion in the real shells: Tab completes exactly the commands and flags of the list.

import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { COMMANDS } from '../../../src/cli/command-list.ts';
import { letterOf, SHORT_FLAGS } from '../../../src/cli/common/command-line.ts';
import { noCommands, skipWithout } from '../../support/skip.ts';
import { runHere, temporaryFolder } from '../run-command.ts';

/** The completions of the last of some words. */
type Complete = (...words: readonly string[]) => readonly string[];

const linesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '');

describe('completion', function () {
  this.timeout(120_000);
  let folder: ReturnType<typeof temporaryFolder>;
  before(async () => {
    folder = temporaryFolder();
    for (const shell of ['bash', 'zsh', 'fish']) {
      const { code, stdout } = await runHere(['completion', shell], { cwd: folder.path });
      expect(code).to.equal(0);
      writeFileSync(join(folder.path, `script.${shell}`), stdout);
    }
    mkdirSync(join(folder.path, 'here'));
    writeFileSync(join(folder.path, 'here', 'word-count.tgz'), '');
    mkdirSync(join(folder.path, 'here', 'word-list'));
  });
  after(() => folder.remove());

  const run = (program: string, ...args: readonly string[]): string => {
    const { stdout, stderr, status } = spawnSync(program, args, {
      cwd: join(folder.path, 'here'),
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: folder.path, TERM: 'xterm' },
    });
    expect(`${status} ${stderr}`).to.equal('0 ');
    return stdout;
  };

  /** The shell's own completion of these words: file names come from `complete -o default`. */
  const bash: Complete = (...words) =>
    linesOf(
      run(
        'bash',
        '--norc',
        '-c',
        `source ../script.bash; compopt() { [[ $1 == +o ]] && unset DEFAULT; [[ $2 == dirnames ]] && DEFAULT=dirs; }; DEFAULT=files
         COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _toolcell
         if ((\${#COMPREPLY[@]})); then printf '%s\\n' "\${COMPREPLY[@]}"
         elif [[ $DEFAULT == files ]]; then compgen -f -- "\${!#}"; elif [[ $DEFAULT == dirs ]]; then compgen -d -- "\${!#}"; fi; true`,
        'bash',
        ...words,
      ),
    );
  const fish: Complete = (...words) =>
    linesOf(run('fish', '--no-config', '-c', 'source ../script.fish; complete -C "$argv[1]"', words.join(' '))).map(
      (line) => line.split('\t')[0]?.replace(/\/$/, '') ?? '',
    );

  for (const [shell, complete] of Object.entries({ bash, fish }))
    describe(`in ${shell}`, () => {
      before(function () {
        skipWithout(this, `completion in ${shell}`, noCommands(shell));
      });

      it('knows every command', () => {
        expect(complete('toolcell', '')).to.include.members(COMMANDS.map(({ name }) => name));
        expect(complete('toolcell', 'ver')).to.include('verify').and.not.include('pack');
      });

      it('knows the flags of each command, long and short', async () => {
        for (const { name, load } of COMMANDS) {
          const { flags = {} } = (await load()).command.usage;
          const wanted = [...Object.keys(flags), 'help'].map((flag) => `--${flag}`);
          expect(complete('toolcell', name, '--'), name).to.have.members(wanted);
        }
        expect(complete('toolcell', 'pack', '-')).to.include('-o');
      });

      it('knows the values of a flag and of a word', () => {
        expect(complete('toolcell', 'new', '--template', '')).to.have.members(['basic', 'api', 'store', 'many-tools']);
        expect(complete('toolcell', 'new', '-t', 'a')).to.deep.equal(['api']);
        expect(complete('toolcell', 'completion', 'f')).to.deep.equal(['fish']);
      });

      it('completes files for a file, folders for a folder, and nothing for a number', () => {
        expect(complete('toolcell', 'check', 'word')).to.have.members(['word-count.tgz', 'word-list']);
        expect(complete('toolcell', 'pack', '--out', 'word')).to.have.members(['word-count.tgz', 'word-list']);
        expect(complete('toolcell', 'list', '--plugins', 'word')).to.deep.equal(['word-list']);
        expect(complete('toolcell', 'serve', '--port', 'word')).to.deep.equal([]);
      });
    });

  describe('in zsh', () => {
    before(function () {
      skipWithout(this, 'completion in zsh', noCommands('zsh'));
    });

    /** Types into a real zsh in zsh's own pseudo-terminal, presses Tab, and returns the line. */
    const typed = (line: string, wanted: string): string => {
      const script = `zmodload zsh/zpty
        zpty z zsh -f -i
        zpty -w z "PROMPT=; autoload -Uz compinit; compinit -u -D; source ../script.zsh; print READY-\\$((40 + 2))"
        repeat 400 { zpty -r -t z line || sleep 0.05; [[ $line == *READY-42* ]] && break }
        zpty -w -n z $1$'\\t'
        out=
        repeat 100 { zpty -r -t z line && out+=$line || sleep 0.05; [[ $out == *$2* ]] && break }
        print -r -- $out`;
      return run('zsh', '-f', '-c', script, 'zsh', line, wanted);
    };

    it('completes commands, flags and values', () => {
      for (const [line, wanted] of [
        ['toolcell pac', 'toolcell pack'],
        ['toolcell new --templ', '--template'],
        ['toolcell new --template ma', 'many-tools'],
        ['toolcell check word-c', 'word-count.tgz'],
      ] as const)
        expect(typed(line, wanted)).to.contain(wanted);
    });
  });

  it('refuses another shell, and lists the supported ones', async () => {
    const { code, stderr } = await runHere(['completion', 'tcsh'], { cwd: folder.path });
    expect([code, stderr]).to.deep.equal([2, '✗ SHELL: "tcsh" is not supported → bash, zsh, fish\n']);
  });
});

describe('short flags', () => {
  it('mean one flag each, which some command has', async () => {
    const usages = await Promise.all(COMMANDS.map(async ({ load }) => (await load()).command.usage.flags ?? {}));
    const known = new Set([...usages.flatMap((flags) => Object.keys(flags)), 'help']);
    expect(Object.values(SHORT_FLAGS).filter((flag) => !known.has(flag))).to.deep.equal([]);
    expect(new Set(Object.values(SHORT_FLAGS)).size).to.equal(Object.keys(SHORT_FLAGS).length);
    expect(letterOf('port')).to.equal('p');
  });

  it('are read like the long ones, also several in one word', async () => {
    const folder = temporaryFolder();
    try {
      const { code, stdout } = await runHere(['new', 'one', '-j', '-t', 'store'], { cwd: folder.path });
      expect(code).to.equal(0);
      expect(JSON.parse(stdout)).to.include({ name: 'one', template: 'store' });
      expect((await runHere(['new', 'two', '-jtstore'], { cwd: folder.path })).stdout).to.contain(
        '"template": "store"',
      );
      const unknown = await runHere(['new', 'three', '-z'], { cwd: folder.path });
      expect([unknown.code, unknown.stderr]).to.match(/^2,✗ -z: there is no such flag/);
      const forgotten = await runHere(['new', 'three', '-t', '-j'], { cwd: folder.path });
      expect(forgotten.stderr).to.contain('--template: it has no value → write --template NAME');
    } finally {
      folder.remove();
    }
  });

  it('are in the help, and -v prints the version', async () => {
    const help = await runHere(['pack', '-h'], { cwd: '/' });
    expect(help.stdout)
      .to.match(/ {2}-o, --out PATH /)
      .and.match(/ {2}-h, --help /);
    const [long, short] = [await runHere(['--version'], { cwd: '/' }), await runHere(['-v'], { cwd: '/' })];
    expect(short).to.deep.equal(long);
    expect((await runHere([], { cwd: '/' })).stdout).to.contain('-v, --version');
  });
});
