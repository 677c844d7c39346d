// Reading of the command line and the environment, and the problems of bad ones.

import { expect } from 'chai';
import { readFlagWords } from '../../src/settings/flags.ts';
import { problemLine } from '../../src/settings/problem.ts';
import { loadNothing, problemsOf } from './config-folder.ts';

const VALUED = '--port N, --host ADDRESS, --plugins DIR, --log FORMAT, --config FILE';
const CASES: readonly (readonly [args: readonly string[], problems: readonly string[]])[] = [
  [['--port', '70000'], ['--port server.port: 70000 is above 65535 → set it to 65535 or less']],
  [['--port', '-1'], ['--port server.port: -1 is below 0 → set it to 0 or more']],
  [['--port', 'http'], ['--port server.port: "http" is not a whole number → set it to a whole number, 0 to 65535']],
  [['--port', '0x50'], ['--port server.port: "0x50" is not a whole number → set it to a whole number, 0 to 65535']],
  [['--port', '1.5'], ['--port server.port: "1.5" is not a whole number → set it to a whole number, 0 to 65535']],
  [['--port'], ['--port: it has no value → write --port N']],
  [['--port='], ['--port: it has no value → write --port N']],
  [['--port', '--host', '::1'], ['--port: it has no value → write --port N']],
  [['--config', '--'], ['--config: it has no value → write --config FILE']],
  [['--prot', '80'], ['--prot: there is no such flag → did you mean --port?']],
  [['--Port=80'], ['--Port: there is no such flag → did you mean --port?']],
  [['--plugin', 'x'], ['--plugin: there is no such flag → did you mean --plugins?']],
  [['--colour'], [`--colour: there is no such flag → use ${VALUED}`]],
  [['-p', '80'], [`-p: there is no such flag → use ${VALUED}`]],
  [['--__proto__', '80'], [`--__proto__: there is no such flag → use ${VALUED}`]],
  [['serve'], [`command line: "serve" belongs to no flag → write flags as ${VALUED}`]],
  [
    ['--host', 'a b'],
    [
      '--host server.host: "a b" does not have the right form → write an address or host name such as "127.0.0.1" or "::1"',
    ],
  ],
];

describe('the command line', () => {
  for (const [args, problems] of CASES) {
    it(`is refused as ${args.join(' ')}`, () => {
      expect(problemsOf(loadNothing({ args }))).to.deep.equal(problems);
    });
  }

  it('is refused with all its problems, and those of the environment, at once', () => {
    const args = ['--prot', '80', '--host', '--port', 'x', 'serve'];
    const problems = problemsOf(loadNothing({ args, env: { TOOLCELL_PORT: 'tcp://10.0.0.1:80' } }));
    expect(problems.map((line) => line.slice(0, line.indexOf(': ')))).to.deep.equal([
      '--prot',
      '--host',
      'command line',
      'TOOLCELL_PORT server.port',
      '--port server.port',
    ]);
  });

  it('refuses a switch that the command does not have', () => {
    expect(problemsOf(loadNothing({ args: ['--json'] }))).to.have.length(1);
  });
});

describe('the flags of a command', () => {
  const read = (...args: readonly string[]) => readFlagWords(args, { port: { argument: 'N' }, json: {} });
  const problemsWith = (...args: readonly string[]): readonly string[] => read(...args).problems.map(problemLine);

  it('include its switches', () => {
    expect([...read('--json', '--port', '1').values]).to.deep.equal([
      ['json', true],
      ['port', '1'],
    ]);
  });

  it('are listed if one does not exist, and one that was probably meant is named', () => {
    expect(problemsWith('--colour')).to.deep.equal(['--colour: there is no such flag → use --port N, --json']);
    expect(problemsWith('--jsn')).to.deep.equal(['--jsn: there is no such flag → did you mean --json?']);
  });

  it('are refused if a switch has a value', () => {
    expect(problemsWith('--json=yes')).to.deep.equal(['--json: it takes no value → write --json alone']);
  });

  it('may have a value that is left out, which then follows an equals sign alone', () => {
    const shapes = { inspect: { argument: 'PORT', isOptional: true } };
    const of = (...args: readonly string[]) => {
      const { values, words, problems } = readFlagWords(args, shapes);
      return [values.get('inspect'), words, problems.map(problemLine)];
    };
    expect(of('--inspect')).to.deep.equal([true, [], []]);
    expect(of('--inspect=9230')).to.deep.equal(['9230', [], []]);
    expect(of('--inspect', 'folder')).to.deep.equal([true, ['folder'], []]);
    expect(of('--inspect=')).to.deep.equal([undefined, [], ['--inspect: it has no value → write --inspect[=PORT]']]);
  });
});
