// Bundles that must not serve: each is refused with its file, place, reason and hint, and the good one beside it serves.

import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Config } from '../../../src/settings/config.ts';
import type { Inspector } from '../../../src/shared/protocol/program.ts';
import {
  defaultConfig,
  ENTRY,
  makePlugins,
  manifest,
  type Plugins,
  TOOL,
  toolManifest,
  yesInspector,
} from '../plugins-folder.ts';

type Files = Readonly<Record<string, string | Uint8Array>>;

interface Case {
  /** Files of the bundle `subject`, over a good manifest and entry. */
  readonly files?: Files;
  readonly without?: readonly string[];
  /** Further damage, once the files are written. */
  readonly damage?: (folder: string) => void;
  readonly plugins?: Partial<Config['plugins']>;
  readonly inspector?: Inspector;
  readonly where: RegExp;
  readonly reason: RegExp;
  readonly hint: RegExp;
}

const badManifest = (text: string | Uint8Array): Pick<Case, 'files'> => ({ files: { 'plugin.json': text } });
const badEntry = (source: string | Uint8Array): Pick<Case, 'files'> => ({ files: { 'index.js': source } });
const badSchema = (outputSchema: unknown): Pick<Case, 'files'> => badManifest(toolManifest({ outputSchema }));
const nested = (levels: number): unknown => (levels === 0 ? {} : { items: nested(levels - 1) });
const doubling = Object.fromEntries(
  Array.from({ length: 30 }, (_, level) => {
    const next = { $ref: `#/$defs/d${level + 1}` };
    return [`d${level}`, { allOf: [next, next] }];
  }),
);

const CASES: Readonly<Record<string, Case>> = {
  // The folder
  'has no manifest': { without: ['plugin.json'], where: /^plugin\.json$/, reason: /missing/, hint: /smallest/ },
  'has its manifest one folder down': {
    files: { 'inner/plugin.json': manifest() },
    without: ['plugin.json'],
    where: /^plugin\.json$/,
    reason: /missing/,
    hint: /"inner\/plugin\.json".*move/,
  },
  'links its entry to a file outside': {
    without: ['index.js'],
    damage: (folder) => symlinkSync('/etc/passwd', join(folder, 'index.js')),
    where: /^index\.js$/,
    reason: /is a link/,
    hint: /the file itself/,
  },
  'links its manifest to a file outside': {
    without: ['plugin.json'],
    damage: (folder) => symlinkSync('/etc/hostname', join(folder, 'plugin.json')),
    where: /^plugin\.json$/,
    reason: /is a link/,
    hint: /the file itself/,
  },
  'has a folder that is a link': {
    damage: (folder) => symlinkSync('/etc', join(folder, 'lib')),
    where: /^lib$/,
    reason: /is a link/,
    hint: /the file itself/,
  },
  'hides a link behind a dot': {
    damage: (folder) => symlinkSync('/etc', join(folder, '.lib')),
    where: /^\.lib$/,
    reason: /is a link/,
    hint: /the file itself/,
  },
  'links to itself': {
    damage: (folder) => symlinkSync('loop', join(folder, 'loop')),
    where: /^loop$/,
    reason: /is a link/,
    hint: /the file itself/,
  },
  'has a named pipe for an entry': {
    without: ['index.js'],
    damage: (folder) => execFileSync('mkfifo', [join(folder, 'index.js')]),
    where: /^index\.js$/,
    reason: /named pipe/,
    hint: /plain files/,
  },
  'has more files than allowed': {
    damage: (folder) => {
      for (let index = 0; index < 250; index++) writeFileSync(join(folder, `${index}.txt`), '');
    },
    where: /^the bundle$/,
    reason: /more than 200 files/,
    hint: /fewer files/,
  },
  'has more bytes than allowed': {
    files: { 'data.bin': new Uint8Array(60_000) },
    plugins: { bundleBytes: 50_000 },
    where: /^(data\.bin|index\.js|plugin\.json)$/,
    reason: /at most 50000/,
    hint: /plugins\.bundleBytes/,
  },
  'is nested without end': {
    damage: (folder) => mkdirSync(join(folder, 'a/'.repeat(40)), { recursive: true }),
    where: /^(a\/)+$/,
    reason: /8 folders deep/,
    hint: /fewer folders/,
  },
  'has a name that reverses the text behind it': {
    files: { 'read\u202eme.txt': '' },
    where: /^read\\u202eme\.txt$/,
    reason: /text-direction/,
    hint: /rename/,
  },
  'has a name with a line feed': {
    files: { 'a\nplugins: all well': '' },
    where: /^a\\u000aplugins: all well$/,
    reason: /control/,
    hint: /rename/,
  },
  'has two names that differ in Unicode form only': {
    files: { 'caf\u00e9.txt': '', 'cafe\u0301.txt': '' },
    where: /^caf/,
    reason: /case or Unicode form/,
    hint: /rename/,
  },

  // The manifest as text
  'has an empty manifest': { ...badManifest(' \n'), where: /^plugin\.json$/, reason: /empty/, hint: /write/ },
  'has a manifest cut short': {
    ...badManifest('{\n  "name": "subject",\n  "tools": ['),
    where: /^plugin\.json:3:\d+$/,
    reason: /not valid JSON/,
    hint: /comma/,
  },
  'has a manifest with a comment': {
    ...badManifest(`{\n  // mine\n  "name": "subject" }`),
    where: /^plugin\.json:2:3$/,
    reason: /not valid JSON/,
    hint: /comments/,
  },
  'has a manifest that is not UTF-8': {
    ...badManifest(Buffer.concat([Buffer.from('{"name": "a'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')])),
    where: /^plugin\.json$/,
    reason: /UTF-8/,
    hint: /UTF-8/,
  },
  'has a manifest that is too large': {
    ...badManifest(manifest({ description: 'x'.repeat(300_000) })),
    where: /^plugin\.json$/,
    reason: /at most 262144/,
    hint: /shorten/,
  },
  'has a manifest of 100,000 levels': {
    ...badManifest('['.repeat(100_000) + ']'.repeat(100_000)),
    where: /^plugin\.json$/,
    reason: /more than 64 levels deep/,
    hint: /flatten/,
  },
  'writes a key twice': {
    ...badManifest('{\n  "name": "subject",\n  "tools": [],\n  "n\\u0061me": "other"\n}'),
    where: /^plugin\.json:4:3 \/name$/,
    reason: /"name" is written twice/,
    hint: /keep one/,
  },
  'has __proto__ for a key': {
    ...badManifest('{"name": "subject", "tools": [], "__proto__": {"entry": "/etc/passwd"}}'),
    where: /^plugin\.json:1:34 \/__proto__$/,
    reason: /not allowed/,
    hint: /remove/,
  },
  'has constructor for a limit': {
    ...badManifest('{"name": "subject", "tools": [], "limits": {"constructor": 1}}'),
    where: / \/limits\/constructor$/,
    reason: /not allowed/,
    hint: /remove/,
  },

  // The manifest as a document
  'misspells a key': {
    ...badManifest(manifest({ verson: '1.0.0' })),
    where: /^plugin\.json:1:\d+ \/verson$/,
    reason: /unknown key "verson"/,
    hint: /did you mean "version"\?/,
  },
  'has a tool without a description': {
    ...badManifest(manifest({ tools: [{ ...TOOL, description: undefined }] })),
    where: / \/tools\/0$/,
    reason: /"description" is missing/,
    hint: /add "description"/,
  },
  'has no tools': {
    ...badManifest(manifest({ tools: [] })),
    where: / \/tools$/,
    reason: /fewer than 1/,
    hint: /schema/,
  },
  'has a tool name with a slash': {
    ...badManifest(toolManifest({ name: '../work' })),
    where: / \/tools\/0\/name$/,
    reason: /form/,
    hint: /letters, digits/,
  },
  'has a tool named __proto__': {
    ...badManifest(toolManifest({ name: '__proto__' })),
    where: / \/tools\/0\/name$/,
    reason: /form/,
    hint: /letters, digits/,
  },
  'lists a tool twice': {
    ...badManifest(manifest({ tools: [TOOL, TOOL] })),
    where: / \/tools\/1\/name$/,
    reason: /"work" is listed twice/,
    hint: /name of its own/,
  },
  'sets a limit to zero': {
    ...badManifest(manifest({ limits: { cpuMs: 0 } })),
    where: / \/limits\/cpuMs$/,
    reason: /at least 1/,
    hint: /turned off/,
  },
  'asks for a limit that is the operator’s': {
    ...badManifest(toolManifest({ limits: { killGraceMs: 5 } })),
    where: / \/tools\/0\/limits\/killGraceMs$/,
    reason: /unknown key/,
    hint: /cpuMs/,
  },
  'writes a version that is none': {
    ...badManifest(manifest({ version: 'latest' })),
    where: / \/version$/,
    reason: /form/,
    hint: /1\.0\.0/,
  },
  'has a title that forges a line of the terminal': {
    ...badManifest(toolManifest({ title: 'Work\u001b[2J' })),
    where: / \/tools\/0\/title$/,
    reason: /form/,
    hint: /control characters/,
  },
  'takes arguments that are no object': {
    ...badManifest(toolManifest({ inputSchema: { type: 'array' } })),
    where: / \/tools\/0\/inputSchema\/type$/,
    reason: /must be "object"/,
    hint: /are an object/,
  },
  'names an entry outside': {
    ...badManifest(manifest({ entry: '../good/index.js' })),
    where: / \/entry$/,
    reason: /form/,
    hint: /inside the bundle/,
  },
  'names an entry by its absolute path': {
    ...badManifest(manifest({ entry: '/etc/profile.js' })),
    where: / \/entry$/,
    reason: /form/,
    hint: /inside the bundle/,
  },
  'names an entry that is not there': {
    ...badManifest(manifest({ entry: 'indx.js' })),
    where: /^plugin\.json \/entry$/,
    reason: /no file "indx\.js"/,
    hint: /did you mean "index\.js"\?/,
  },

  // Schemas
  'refers to a schema elsewhere': {
    ...badSchema({ $ref: 'http://169.254.169.254/latest' }),
    where: / \/tools\/0\/outputSchema\/\$ref$/,
    reason: /leads out/,
    hint: /\$defs/,
  },
  'refers to a schema that is not there': {
    ...badSchema({ $ref: '#/$defs/nothing' }),
    where: /\/\$ref$/,
    reason: /points at no schema/,
    hint: /#\/\$defs/,
  },
  'has a schema that never ends': {
    ...badSchema({ $defs: { a: { $ref: '#/$defs/b' }, b: { anyOf: [{ $ref: '#/$defs/a' }] } }, $ref: '#/$defs/a' }),
    where: /outputSchema/,
    reason: /never end/,
    hint: /properties or items/,
  },
  'has a schema that doubles thirty times': {
    ...badSchema({ $defs: { ...doubling, d30: {} }, $ref: '#/$defs/d0' }),
    where: /outputSchema$/,
    reason: /unfold/,
    hint: /once/,
  },
  'has a schema that is too deep': {
    ...badSchema(nested(55)),
    where: /outputSchema$/,
    reason: /levels; at most/,
    hint: /shorten the schema/,
  },
  'has a schema of another draft': {
    ...badSchema({ $schema: 'http://json-schema.org/draft-07/schema#' }),
    where: /\/\$schema$/,
    reason: /2020-12/,
    hint: /leave it out/,
  },
  'has a schema with an unknown type': {
    ...badSchema({ properties: { a: { type: 'strng' } } }),
    where: /\/outputSchema\/properties\/a\/type$/,
    reason: /not valid JSON Schema/,
    hint: /string/,
  },
  'has a schema with a misspelt rule': {
    ...badSchema({ type: 'object', requierd: ['a'] }),
    where: /\/requierd$/,
    reason: /would not be checked/,
    hint: /did you mean "required"\?/,
  },
  'has a schema with a pattern as long as a book': {
    ...badSchema({ type: 'string', pattern: '(a+)+'.repeat(500) }),
    where: /outputSchema$/,
    reason: /pattern of more than 512/,
    hint: /shorter/,
  },
  'has a schema with an unknown format': {
    ...badSchema({ type: 'string', format: 'datetime' }),
    where: /\/format$/,
    reason: /does not check the format "datetime"/,
    hint: /did you mean "date-time"\?/,
  },

  // The entry
  'has no entry': {
    without: ['index.js'],
    where: /^index\.js or index\.ts$/,
    reason: /no entry/,
    hint: /add the ES module/,
  },
  'has two entries': { files: { 'index.ts': ENTRY }, where: /^index\.ts$/, reason: /index\.js too/, hint: /"entry"/ },
  'has an entry with a syntax error': {
    ...badEntry('export function work() {\n  return 1 +;\n}\n'),
    where: /^index\.js:2:13$/,
    reason: /Unexpected ";"/,
    hint: /syntax/,
  },
  'imports a module of Node': {
    ...badEntry(
      '// "node:fs"\n\nimport { readFileSync } from "node:fs";\nexport const work = () => readFileSync("/etc/passwd");\n',
    ),
    where: /^index\.js:3:1$/,
    reason: /imports "node:fs"/,
    hint: /toolcell pack/,
  },
  're-exports a file of another bundle': {
    ...badEntry('export * from "../good/index.js";\n'),
    where: /^index\.js:1:1$/,
    reason: /imports "\.\.\/good\/index\.js"/,
    hint: /toolcell pack/,
  },
  'is CommonJS': {
    ...badEntry('module.exports = { work: () => null };\n'),
    where: /^index\.js$/,
    reason: /CommonJS/,
    hint: /export function/,
  },
  'exports nothing': {
    ...badEntry('const work = () => null;\n'),
    where: /^index\.js$/,
    reason: /exports nothing/,
    hint: /export/,
  },
  'awaits while it loads': {
    ...badEntry('await new Promise(() => {});\nexport const work = () => null;\n'),
    where: /^index\.js:1:1$/,
    reason: /Top-level await/,
    hint: /into the tool/,
  },
  'has an entry that is not UTF-8': {
    ...badEntry(Uint8Array.of(0x80, 0x81)),
    where: /^index\.js$/,
    reason: /UTF-8/,
    hint: /UTF-8/,
  },
  'has an entry nested beyond any compiler': {
    ...badEntry(`export const work = ${'['.repeat(1_000_000)}`),
    where: /^index\.js/,
    reason: /./,
    hint: /simplify|syntax/,
  },

  // Trying it out
  'throws while it is tried out': {
    inspector: {
      inspect: async (program) =>
        program.pluginName === 'subject'
          ? { ok: false, refusal: { where: 'index.js', reason: 'threw while loading', hint: 'load without work' } }
          : yesInspector.inspect(program),
    },
    where: /^index\.js$/,
    reason: /threw while loading/,
    hint: /without work/,
  },
  'makes the inspector itself fail': {
    inspector: {
      inspect: async (program) => {
        if (program.pluginName === 'subject') throw new Error('the pipe broke');
        return yesInspector.inspect(program);
      },
    },
    where: /^the bundle$/,
    reason: /the pipe broke/,
    hint: /again/,
  },
};

const writeCase = (plugins: Plugins, { files = {}, without = [], damage }: Case): void => {
  const folder = plugins.write('subject', { 'plugin.json': manifest(), 'index.js': ENTRY, ...files });
  for (const name of without) rmSync(join(folder, name));
  damage?.(folder);
};

describe('a bundle that must not serve', () => {
  let plugins: Plugins;

  beforeEach(() => {
    plugins = makePlugins();
    plugins.copy('greeter');
  });
  afterEach(() => plugins.remove());

  for (const [name, subject] of Object.entries(CASES)) {
    it(`${name}: refused, and its neighbour serves`, async () => {
      writeCase(plugins, subject);
      const config = defaultConfig();
      const catalog = await plugins.load({
        config: { ...config, plugins: { ...config.plugins, ...subject.plugins } },
        ...(subject.inspector ? { inspector: subject.inspector } : {}),
      });
      expect(catalog.refused).to.have.length.within(1, 20);
      for (const refusal of catalog.refused) expect(refusal.bundle).to.equal('subject');
      const [first] = catalog.refused;
      expect(first?.where).to.match(subject.where);
      expect(first?.reason).to.match(subject.reason);
      expect(first?.hint).to.match(subject.hint);
      expect(catalog.toolNames).to.deep.equal(['echo', 'greet']);
    });
  }

  it('has a socket in it: refused, and its neighbour serves', async () => {
    const folder = plugins.write('subject', { 'plugin.json': manifest(), 'index.js': ENTRY });
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(join(folder, 's'), resolve));
    try {
      const catalog = await plugins.load();
      expect(catalog.refused[0]).to.include({ bundle: 'subject', where: 's', reason: 'is a socket' });
      expect(catalog.toolNames).to.deep.equal(['echo', 'greet']);
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  });

  it('has many problems: all are reported at once, each with its place', async () => {
    const tools = [
      { ...TOOL, name: 'a b', titel: 'x' },
      { ...TOOL, outputSchema: 3, limits: { wallMs: -1, cpuMs: 1.5 } },
    ];
    plugins.write('subject', { 'plugin.json': manifest({ licence: 'MIT', tools }), 'index.js': ENTRY });
    const { refused } = await plugins.load();
    const places = refused.map(({ where }) => where.split(' ')[1]);
    expect(places).to.have.members([
      '/licence',
      '/tools/0/name',
      '/tools/0/titel',
      '/tools/1/outputSchema',
      '/tools/1/limits/wallMs',
      '/tools/1/limits/cpuMs',
    ]);
  });
});
