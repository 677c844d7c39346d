// How a command line and the environment are read, and what is said of a bad one.

import { expect } from 'chai';
import { accepted, loadNothing, problemsOf } from './config-folder.ts';

const ALL = '--port N, --host ADDRESS, --plugins DIR, --config FILE';

const CASES: readonly (readonly [args: readonly string[], problems: readonly string[]])[] = [
  [['--port', '70000'], ['--port server.port: 70000 is above 65535 → set it to 65535 or less']],
  [['--port', '-1'], ['--port server.port: -1 is below 0 → set it to 0 or more']],
  [['--port', 'http'], ['--port server.port: "http" is not a whole number → set it to a whole number, 0 to 65535']],
  [['--port', '0x50'], ['--port server.port: "0x50" is not a whole number → set it to a whole number, 0 to 65535']],
  [['--port', '1.5'], ['--port server.port: "1.5" is not a whole number → set it to a whole number, 0 to 65535']],
  [['--port'], ['--port: it has no value → write --port N']],
  [['--port='], ['--port: it has no value → write --port N']],
  [['--port', '--host', 'a'], ['--port: it has no value → write --port N']],
  [['--config', '--'], ['--config: it has no value → write --config FILE']],
  [['--prot', '80'], ['--prot: there is no such flag → did you mean --port?']],
  [['--Port=80'], ['--Port: there is no such flag → did you mean --port?']],
  [['--plugin', 'x'], ['--plugin: there is no such flag → did you mean --plugins?']],
  [['--colour'], [`--colour: there is no such flag → use ${ALL}`]],
  [['-p', '80'], [`-p: there is no such flag → use ${ALL}`]],
  [['--__proto__', '80'], [`--__proto__: there is no such flag → use ${ALL}`]],
  [['--jsn'], ['--jsn: there is no such flag → did you mean --json?']],
  [['--json=yes'], ['--json: it takes no value → write --json alone']],
  [['serve'], [`command line: "serve" belongs to no flag → write flags as ${ALL}`]],
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
      expect(problemsOf(loadNothing({ args, switches: ['json'] }))).to.deep.equal(problems);
    });
  }

  it('is told of everything wrong with it, and with the environment, at once', () => {
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

  it('tells which switches of the command are on', () => {
    expect([
      ...accepted(loadNothing({ args: ['--json', '--port', '1'], switches: ['json', 'help'] })).switches,
    ]).to.deep.equal(['json']);
  });

  it('takes no switch that the command has not', () => {
    expect(problemsOf(loadNothing({ args: ['--json'] }))).to.have.length(1);
  });
});
