// What the table cannot say of a bad configuration file: its syntax, names and forms. wrong-values.test.ts has the rest.

import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { loadConfig } from '../../../src/settings/load/load.ts';
import { accepted, inFolder, loadText, problemsOf } from '../config-folder.ts';

interface Case {
  readonly what: string;
  readonly text: string | Uint8Array;
  readonly problems: readonly string[];
}

const FILE = 'sandbox.config.json';

const VALUES: readonly Case[] = [
  {
    what: 'zero for a limit',
    text: '{"limits": {"wallMs": 0}}',
    problems: [`${FILE}:1:23 limits.wallMs: 0 is below 10 → set it to 10 or more; no value turns it off`],
  },
  {
    what: 'a number past all numbers',
    text: '{"limits": {"queueMs": 1e999}}',
    problems: [`${FILE}:1:24 limits.queueMs: 1e999 is above 600000 → set it to 600000 or less`],
  },
  {
    what: 'an unknown choice',
    text: '{"freshState": "isolat"}',
    problems: [`${FILE}:1:16 freshState: "isolat" is not one of its values → did you mean "isolate"?`],
  },
  {
    what: 'a text of another form',
    text: '{"server": {"host": "http://x/"}}',
    problems: [
      `${FILE}:1:21 server.host: "http://x/" does not have the right form → write an address or host name such as "127.0.0.1" or "::1"`,
    ],
  },
  {
    what: 'an empty folder',
    text: '{"plugins": {"folder": ""}}',
    problems: [`${FILE}:1:24 plugins.folder: "" does not have the right form → write a path`],
  },
  {
    what: 'a host with a port',
    text: '{"server": {"allowedHosts": ["a", "b:80"]}}',
    problems: [
      `${FILE}:1:35 server.allowedHosts[1]: "b:80" does not have the right form → write a host name without a port such as "tools.example.com", or "*" for any`,
    ],
  },
  {
    what: 'an origin with a path',
    text: '{"server": {"allowedOrigins": ["https://a/b"]}}',
    problems: [
      `${FILE}:1:32 server.allowedOrigins[0]: "https://a/b" does not have the right form → write an origin such as "https://app.example.com", without a path, or "*" for any`,
    ],
  },
  {
    what: 'an item twice',
    text: '{"server": {"allowedHosts": ["a", "a"]}}',
    problems: [`${FILE}:1:35 server.allowedHosts[1]: "a" is listed twice → keep one of the two`],
  },
  {
    what: 'a list for the whole',
    text: '[]',
    problems: [`${FILE}:1:1: [] is not a configuration → write it in { and }`],
  },
  {
    what: 'a $schema that is no text',
    text: '{"$schema": 1}',
    problems: [`${FILE}:1:13 $schema: 1 is not a text → write the path of a JSON Schema, in quotes`],
  },
];

const NAMES: readonly Case[] = [
  {
    what: 'an unknown setting near a known one',
    text: '{"limits": {"memoryMB": 64}}',
    problems: [`${FILE}:1:13 limits.memoryMB: there is no such setting → did you mean limits.memoryMb?`],
  },
  {
    what: 'two letters swapped',
    text: '{"server": {"prot": 1}}',
    problems: [`${FILE}:1:13 server.prot: there is no such setting → did you mean server.port?`],
  },
  {
    what: 'a name cut short',
    text: '{"limits": {"cpu": 1}}',
    problems: [`${FILE}:1:13 limits.cpu: there is no such setting → did you mean limits.cpuMs?`],
  },
  {
    what: 'a setting outside its section',
    text: '{"memoryMb": 64}',
    problems: [`${FILE}:1:2 memoryMb: there is no such setting → did you mean limits.memoryMb?`],
  },
  {
    what: 'a section inside another',
    text: '{"limits": {"pool": {}}}',
    problems: [`${FILE}:1:13 limits.pool: there is no such setting → did you mean pool?`],
  },
  {
    what: 'a short section inside another',
    text: '{"server": {"log": {}}}',
    problems: [`${FILE}:1:13 server.log: there is no such setting → did you mean log?`],
  },
  {
    what: 'a short name that settings elsewhere begin with by chance',
    text: '{"throttling": {"quotas": {"each": {"for": 1}}}}',
    problems: [
      `${FILE}:1:37 throttling.quotas.each.for: there is no such setting → remove it; docs/configuration.md lists every setting`,
    ],
  },
  {
    what: 'a name like none',
    text: '{"colour": 1}',
    problems: [`${FILE}:1:2 colour: there is no such setting → remove it; docs/configuration.md lists every setting`],
  },
  {
    what: '$schema in a section',
    text: '{"pool": {"$schema": "x"}}',
    problems: [
      `${FILE}:1:11 pool.$schema: there is no such setting → remove it; docs/configuration.md lists every setting`,
    ],
  },
  {
    what: 'an inherited name',
    text: '{"constructor": {}, "limits": {"toString": 1}}',
    problems: [
      `${FILE}:1:2 constructor: there is no such setting → remove it; docs/configuration.md lists every setting`,
      `${FILE}:1:32 limits.toString: there is no such setting → remove it; docs/configuration.md lists every setting`,
    ],
  },
  {
    what: '__proto__ as a section',
    text: '{"__proto__": {"limits": {}}}',
    problems: [`${FILE}:1:2 __proto__: this name cannot be used → remove it`],
  },
  {
    what: '__proto__ as an escape',
    text: '{"limits": {"__pr\\u006fto__": {}}}',
    problems: [`${FILE}:1:13 limits.__proto__: this name cannot be used → remove it`],
  },
  {
    what: '__proto__ as a tool',
    text: '{"plugins": {"overrides": {"a": {"tools": {"__proto__": {}}}}}}',
    problems: [`${FILE}:1:44 plugins.overrides.a.tools.__proto__: this name cannot be used → remove it`],
  },
  {
    what: 'a setting twice',
    text: '{"limits": {"cpuMs": 100,\n "cpuMs": 200}}',
    problems: [`${FILE}:2:2 limits.cpuMs: it is already set at ${FILE}:1:13 → keep one of the two`],
  },
  {
    what: 'a section twice, once as an escape',
    text: '{"pool": {},\n\n  "p\\u006fol": {"runners": 0}}',
    problems: [`${FILE}:3:3 pool: it is already set at ${FILE}:1:2 → keep one of the two`],
  },
  {
    what: 'a plugin that cannot be',
    text: '{"plugins": {"overrides": {"Text Tools": {}}}}',
    problems: [
      `${FILE}:1:28 plugins.overrides["Text Tools"]: this is not a plugin name → write 1 to 64 lower-case letters, digits or "-", the first a letter or digit`,
    ],
  },
  {
    what: 'a tool that cannot be',
    text: '{"plugins": {"overrides": {"a": {"tools": {"b.c": {}}}}}}',
    problems: [
      `${FILE}:1:44 plugins.overrides.a.tools["b.c"]: this is not a tool name → write 1 to 64 letters, digits, "_" or "-"`,
    ],
  },
  {
    what: 'a limit of an override',
    text: '{"plugins": {"overrides": {"a": {"limits": {"cpuMs": 0, "wall": 1}}}}}',
    problems: [
      `${FILE}:1:54 plugins.overrides.a.limits.cpuMs: 0 is below 10 → set it to 10 or more; no value turns it off`,
      `${FILE}:1:57 plugins.overrides.a.limits.wall: there is no such setting → did you mean plugins.overrides.a.limits.wallMs?`,
    ],
  },
  {
    what: 'fresh state of a tool',
    text: '{"plugins": {"overrides": {"a": {"tools": {"b": {"freshState": "isolate"}}}}}}',
    problems: [
      `${FILE}:1:50 plugins.overrides.a.tools.b.freshState: there is no such setting → did you mean freshState?`,
    ],
  },
  {
    what: 'a cordon that is no list',
    text: '{"pool": {"cordons": {"a": "b"}}}',
    problems: [`${FILE}:1:28 pool.cordons.a: "b" is not a list → write it in [ and ]`],
  },
];

const SYNTAX: readonly Case[] = [
  {
    what: 'an empty file',
    text: ' \n',
    problems: [`${FILE}:1:1: the file is empty → write {} if every default is right, or remove the file`],
  },
  {
    what: 'a missing comma',
    text: '{\n  "pool": {}\n  "limits": {}\n}',
    problems: [`${FILE}:3:3: a comma is missing → put "," between this and what is before it`],
  },
  {
    what: 'a missing brace',
    text: '{"pool": {}',
    problems: [`${FILE}:1:12: a "}" is missing → close what "{" has opened`],
  },
  {
    what: 'a missing brace in the middle, which moves all further settings into another section',
    text: '{\n  "access": {\n    "rules": {\n      "a": { "clients": ["x"] }\n  },\n  "limits": { "cpuMs": 500 },\n  "log": { "level": "info" }\n}\n',
    problems: [`${FILE}:6:3: a "}" is missing before this → close the "{" of line 2`],
  },
  {
    what: 'a missing brace before the settings of a section',
    text: '{\n  "pool": {},\n  "log":\n    "file": "a.log",\n    "level": "info"\n  },\n  "limits": { "cpuMs": 500 }\n}\n',
    problems: [`${FILE}:4:5: a "{" is missing before this → open the section that this setting is in`],
  },
  {
    what: 'a missing value',
    text: '{"pool": }',
    problems: [`${FILE}:1:10: a value is missing here → write a value, or remove what is before it`],
  },
  {
    what: 'a text without an end',
    text: '{"plugins": {"folder": "x\n}}',
    problems: [`${FILE}:1:24: a text does not end on its line → close it with a double quote`],
  },
  {
    what: 'something after the end',
    text: '{} {}',
    problems: [`${FILE}:1:4: something follows the end of the configuration → remove it, or an extra "}" before it`],
  },
  {
    what: 'a name without quotes',
    text: '{pool: {}}',
    problems: [
      `${FILE}:1:2: this is not JSON → put names and texts in double quotes; without: numbers, true and false`,
    ],
  },
  {
    what: 'levels without end',
    text: `{"pool": ${'['.repeat(100_000)}`,
    problems: [`${FILE}:1:41: more than 32 levels of { and [ → remove what is nested here`],
  },
  {
    what: 'another encoding',
    text: new Uint8Array([0xff, 0xfe, 0x7b, 0, 0x7d, 0]),
    problems: [`${FILE}: it is not UTF-8 text → save it as UTF-8`],
  },
  {
    what: 'more than a megabyte',
    text: `{}${' '.repeat(1_000_000)}`,
    problems: [`${FILE}: it is larger than 1000000 bytes → remove all that is not configuration`],
  },
];

describe('a bad configuration file', () => {
  for (const { what, text, problems } of [...VALUES, ...NAMES, ...SYNTAX]) {
    it(`is refused for ${what}`, () => {
      expect(problemsOf(loadText(text))).to.deep.equal(problems);
    });
  }

  it('is refused with every problem at once, in the order of the file', () => {
    const text = `{
  // Our own limits.
  "limits": {
    "memoryMb": 4,
    "wallMS": 100
    "cpuMs": "9"
  },
  "pool": { "runners": 0, "cordons": { "a": ["x", "Y"] } },
  "requireOsSandbox": 1,
}`;
    expect(problemsOf(loadText(text)).map((line) => line.slice(0, line.indexOf(': ')))).to.deep.equal([
      'sandbox.config.json:4:17 limits.memoryMb',
      'sandbox.config.json:5:5 limits.wallMS',
      'sandbox.config.json:6:5',
      'sandbox.config.json:6:14 limits.cpuMs',
      'sandbox.config.json:8:24 pool.runners',
      'sandbox.config.json:8:51 pool.cordons.a[1]',
      'sandbox.config.json:9:23 requireOsSandbox',
    ]);
  });

  it('counts lines and columns as editors do, with any line end, and does not count a byte order mark', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      expect(problemsOf(loadText(`{${end}${end}  "port": 1}`))[0]).to.match(/^sandbox\.config\.json:3:3 port:/);
    }
    expect(problemsOf(loadText('\uFEFF{"port": 1}'))[0]).to.match(/^sandbox\.config\.json:1:2 port:/);
  });

  it('lists a hundred problems and counts the rest', () => {
    const text = `{${Array.from({ length: 40_000 }, (_, index) => `"cpuMx${index}": 1`).join()}}`;
    const problems = problemsOf(loadText(text));
    expect(problems).to.have.length(101);
    expect(problems.at(-1)).to.equal('… and 39900 more');
  });

  it('shows long and odd values shortened, on one line', () => {
    const [problem = ''] = problemsOf(loadText(`{"freshState": [\n"${'x'.repeat(5_000)}"], "a\\u001b[31m": 1}`));
    expect(problem.length).to.be.below(200);
    expect(problem).not.to.match(/\p{Cc}/u);
    expect(problemsOf(loadText('{"limits": {"\u202eabc": 1}}')).join()).not.to.match(/\p{Cf}/u);
  });
});

describe('a configuration file that cannot be read', () => {
  it('may be missing if it is the default one', () => {
    expect(accepted(inFolder({}, (cwd) => loadConfig({ cwd }))).file).to.equal(undefined);
  });

  it('is a problem if it is named and missing', () => {
    const flag = inFolder({}, (cwd) => loadConfig({ cwd, args: ['--config', 'my.json'] }));
    expect(problemsOf(flag)).to.deep.equal([
      'my.json: there is no such file → name one that exists; --config asked for this one',
    ]);
    const env = inFolder({}, (cwd) => loadConfig({ cwd, env: { TOOLCELL_CONFIG: 'my.json' } }));
    expect(problemsOf(env)).to.deep.equal([
      'my.json: there is no such file → name one that exists; TOOLCELL_CONFIG asked for this one',
    ]);
  });

  it('is a problem if it is a folder, a link to one, or a pipe, which is not waited for', () => {
    const load = (make: (path: string) => void): readonly string[] =>
      inFolder({}, (cwd) => {
        make(join(cwd, FILE));
        return problemsOf(loadConfig({ cwd }));
      });
    const problems = [`${FILE}: this is not a file → name a file, not a folder, pipe or device`];
    expect(load((path) => mkdirSync(path))).to.deep.equal(problems);
    expect(load((path) => symlinkSync('.', path))).to.deep.equal(problems);
    if (process.platform === 'win32') return;
    expect(load((path) => execFileSync('mkfifo', [path]))).to.deep.equal(problems);
  });
});
