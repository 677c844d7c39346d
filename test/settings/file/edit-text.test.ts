// Changes of single members of a configuration leave everything else as the operator wrote it.

import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { type ParseError, parse } from 'jsonc-parser';
import { editText } from '../../../src/settings/file/edit-text.ts';
import { replaceFile } from '../../../src/settings/file/replace-file.ts';

const TEXT = `// what we run
{
    "server": { "port": 3000 }, // the usual
    /* weather
       was asked for by Kim */
    "grants": {
        "weather": { "fetch": ["https://a.example"], },
    },
}
`;

describe('a change of one member', () => {
  const changes = [
    { path: ['grants', 'weather', 'store'], value: true },
    { path: ['grants', 'other'], value: { store: true } },
    { path: ['secrets', 'KEY'], value: { plugin: 'weather' } },
  ];

  it('keeps comments, order, layout and trailing commas', () => {
    const after = editText(TEXT, changes);
    for (const kept of [
      '// what we run\n',
      '{ "port": 3000 }, // the usual',
      '/* weather\n       was asked for by Kim */',
    ])
      expect(after).to.contain(kept);
    expect(parse(after, [], { allowTrailingComma: true })).to.deep.equal({
      server: { port: 3000 },
      grants: { weather: { fetch: ['https://a.example'], store: true }, other: { store: true } },
      secrets: { KEY: { plugin: 'weather' } },
    });
    expect(after)
      .to.match(/^ {4}"secrets"/m)
      .and.match(/^ {8}"other"/m);
  });

  it('changes nothing else', () => {
    expect(editText(TEXT, changes)).to.equal(
      TEXT.replace(
        '["https://a.example"], },\n    },\n',
        '["https://a.example"], "store": true, },\n        "other": { "store": true },\n    },\n    "secrets": {\n        "KEY": { "plugin": "weather" }\n    },\n',
      ),
    );
  });

  it('adds to the end of a list, behind comments', () => {
    const text =
      '{\n  "grants": { "a": { "fetch": [\n    "https://a.example", // Kim\n    "https://b.example" // Lee\n  ] } }\n}\n';
    const value = ['https://a.example', 'https://b.example', 'https://c.example'];
    expect(editText(text, [{ path: ['grants', 'a', 'fetch'], value }])).to.equal(
      text.replace('"https://b.example" // Lee', '"https://b.example", // Lee\n    "https://c.example"'),
    );
  });

  for (const text of [
    '{}',
    '{ }',
    '{\n}\n',
    '{"a":1}',
    '{ "a": 1, }',
    '{ "a": 1 /* b */ }',
    '{\n  "a": 1 // b\n}',
    '{\n  // only this\n}',
    '{"grants":{}}',
  ]) {
    it(`fits into ${JSON.stringify(text)}, and can be removed again`, () => {
      const change = { path: ['grants', 'weather', 'store'], value: true };
      const after = editText(text, [change]);
      const problems: ParseError[] = [];
      const parsed = parse(after, problems, { allowTrailingComma: true });
      expect(problems, after).to.deep.equal([]);
      const before = parse(text, [], { allowTrailingComma: true });
      expect(parsed).to.deep.equal({ ...before, grants: { weather: { store: true } } });
      for (const comment of text.match(/\/[/*].*/g) ?? []) expect(after).to.contain(comment.replace(/ \}$/, ''));
      const back = editText(after, [{ path: ['grants'], value: undefined }]);
      const { grants: _, ...rest } = before;
      expect(parse(back, problems, { allowTrailingComma: true })).to.deep.equal(rest);
      expect(problems, back).to.deep.equal([]);
    });
  }

  it('can be undone', () => {
    const after = editText(editText(TEXT, changes), [
      { path: ['grants', 'other'], value: undefined },
      { path: ['secrets', 'KEY'], value: undefined },
    ]);
    expect(parse(after, [], { allowTrailingComma: true })).to.deep.equal({
      server: { port: 3000 },
      grants: { weather: { fetch: ['https://a.example'], store: true } },
      secrets: {},
    });
    expect(after).to.contain('was asked for by Kim');
  });

  it('begins a file', () => {
    expect(JSON.parse(editText('', [{ path: ['grants', 'a', 'store'], value: true }]))).to.deep.equal({
      grants: { a: { store: true } },
    });
  });

  it('keeps the line ends of the file', () => {
    const after = editText(TEXT.replaceAll('\n', '\r\n'), changes);
    expect(after.replaceAll('\r\n', '')).not.to.contain('\n');
  });
});

describe('a file that is replaced', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolcell-replace-'));
    path = join(folder, 'c.json');
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const check = (): readonly string[] => [];

  it('keeps its mode, and a link to it stays a link', async () => {
    writeFileSync(path, 'old');
    chmodSync(path, 0o600);
    const link = join(folder, 'link.json');
    symlinkSync(path, link);
    await replaceFile(link, { before: 'old', after: 'new', check });
    expect(readFileSync(path, 'utf8')).to.equal('new');
    expect(statSync(path).mode & 0o777).to.equal(0o600);
    expect(lstatSync(link).isSymbolicLink()).to.equal(true);
    expect(readdirSync(folder)).to.have.lengthOf(2);
  });

  it('is made if there was none, and not everybody may read it', async () => {
    await replaceFile(path, { before: undefined, after: 'new', check });
    expect(readFileSync(path, 'utf8')).to.equal('new');
    expect(statSync(path).mode & 0o007).to.equal(0);
  });

  it('stays unchanged if another program changed it, or the new one has problems', async () => {
    const refusal = async (...request: Parameters<typeof replaceFile>): Promise<string> =>
      replaceFile(...request).then(
        () => 'replaced',
        ({ message }: Error) => message,
      );
    writeFileSync(path, 'theirs');
    expect(await refusal(path, { before: 'old', after: 'new', check })).to.include('Another program has changed');
    const bad = (draft: string): readonly string[] => [`${draft}:1:1: no`];
    expect(await refusal(path, { before: 'theirs', after: 'new', check: bad })).to.equal(`${path}:1:1: no`);
    expect(readFileSync(path, 'utf8')).to.equal('theirs');
    expect(readdirSync(folder)).to.deep.equal(['c.json']);
    rmSync(path);
    expect(await refusal(path, { before: 'old', after: 'new', check })).to.include('Another program has changed');
    expect(existsSync(path)).to.equal(false);
  });
});
