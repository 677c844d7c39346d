// The tables of the documents agree with the code, and the threat model names tests that exist.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { describeLayers } from '../../src/control/launch/layers.ts';
import { SETTINGS } from '../../src/settings/settings.ts';
import { ERRORS } from '../../src/shared/protocol/errors.ts';
import { FIXED_LIMITS } from '../../src/shared/protocol/limits.ts';
import { isThere, PROJECT, page, tablesOf } from './pages.ts';

const code = (cell = ''): string => cell.replaceAll('`', '');

describe('the reference', () => {
  it('has every failure with its status, fault and whether calling again can help', () => {
    const told = tablesOf(page('docs/failures.md').text, ['code', 'status']).map(([name, status, fault, retryable]) => [
      code(name),
      Number(status),
      fault,
      retryable === 'yes',
    ]);
    const expected = Object.entries(ERRORS).map(([name, row]) => [name, row.status, row.fault, row.retryable]);
    expect(told).to.deep.equal(expected);
  });

  it('has every limit with its default', () => {
    const { text } = page('docs/limits.md');
    const told = tablesOf(text, ['limit', 'default']).map(([name, value]) => [code(name), Number(value)]);
    expect(told).to.deep.equal([
      ...Object.entries(SETTINGS.limits).map(([name, setting]) => [name, setting.default]),
      ...Object.entries(FIXED_LIMITS),
    ]);
  });

  it('names the isolation layers that start-up names', () => {
    const { blocks } = page('docs/operating.md');
    const report = blocks.find((block) => block.text.startsWith('Toolcell serves'))?.text ?? '';
    const layers = describeLayers(
      { means: {}, failures: {} },
      { platform: 'linux', architecture: 'x64', isRoot: false },
    );
    const names = [...report.matchAll(/^ {2}on {2}([^:]+):/gm)].map(([, name]) => name);
    expect(names).to.deep.equal(layers.map(({ name }) => name));
  });
});

describe('troubleshooting', () => {
  const { text } = page('docs/troubleshooting.md');
  const sources = globSync('src/**/*.{ts,js,pl}', { cwd: PROJECT }).map((path) =>
    readFileSync(join(PROJECT, path), 'utf8'),
  );
  /** Entry → the messages of its heading. */
  const entries = [...text.matchAll(/^### (.+)$/gm)].map(([, heading = '']) =>
    [...heading.matchAll(/`([^`]+)`/g)].map(([, message = '']) => message),
  );

  it('begins each entry with a message or a code that the sources have', () => {
    expect(entries.length).to.be.greaterThan(20);
    // A message gets its quotations at run time: only the parts between them are in the sources.
    const isWritten = (message: string): boolean => {
      const parts = message.split('…').filter((part) => part !== '');
      return sources.some((source) => parts.every((part) => source.includes(part)));
    };
    expect(entries.filter((messages) => messages.length === 0 || !messages.every(isWritten))).to.deep.equal([]);
  });

  it('has every failure that a call or the admin API can end with', () => {
    expect(Object.keys(ERRORS).filter((name) => !text.includes(`\`${name}\``))).to.deep.equal([]);
  });
});

describe('the threat model', () => {
  const rows = tablesOf(page('docs/threat-model.md').text, ['vector', 'what stops it']);

  it('names at least one test for each vector, and each of them exists', () => {
    expect(rows.length).to.be.greaterThan(30);
    for (const [vector, , tests = ''] of rows) {
      const paths = [...tests.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);
      expect(paths, vector).not.to.be.empty;
      expect(
        paths.filter((path) => !path.startsWith('test/') || !isThere(path)),
        vector,
      ).to.deep.equal([]);
    }
  });

  it('leaves no family of attacks out', () => {
    const named = rows.map((cells) => cells[2]).join();
    const families = globSync('test/attacks/*/*.js', { cwd: PROJECT }).map((path) => path.split('/')[2]);
    const missing = [...new Set(families)].filter((family) => !named.includes(`test/attacks/${family}/`));
    expect(missing).to.deep.equal([]);
  });
});

/** How many numbers of decisions, from the first on, all have a page or a place. */
const ALL_GIVEN = 63;

describe('the decisions', () => {
  const index = page('docs/decisions/README.md').text;
  const pages = globSync('docs/decisions/[0-9]*.md', { cwd: PROJECT })
    .sort()
    .map((path) => ({ path, number: path.replace('docs/decisions/', '').slice(0, 4), text: page(path).text }));
  /** The numbers of decisions that a text names. */
  const namedIn = (text: string): readonly string[] =>
    [...text.matchAll(/\bdecisions? (\d{4}(?:(?:, | and )\d{4})*)/gi)].flatMap(
      ([, some = '']) => some.match(/\d{4}/g) ?? [],
    );

  it('carry their number in their title and stand in the index', () => {
    for (const { path, number, text } of pages) {
      expect(text).to.match(new RegExp(`^# ${number} \\S`));
      expect(index).to.contain(`| [${number}](${path.replace('docs/decisions/', '')}) |`);
    }
  });

  it('keep their numbers: none is given twice, each is below the next, and the index says where the content of those without a page is', () => {
    const [, next] = /The next decision is (\d{4})\./.exec(index) ?? [];
    const moved = tablesOf(index, ['number', 'what it decided']);
    for (const [number, , place = ''] of moved) expect(place, number).to.match(/\]\(|`src\//);
    const known = [...pages.map(({ number }) => number), ...moved.map(([number = '']) => number)].sort();
    expect(known).to.deep.equal([...new Set(known)]);
    // A number is given before its page is written, so some below the next may be free for a while.
    for (const number of known) expect(Number(number)).to.be.below(Number(next));
    expect(known.slice(0, ALL_GIVEN)).to.deep.equal(
      Array.from({ length: ALL_GIVEN }, (_, position) => String(position + 1).padStart(4, '0')),
    );
  });

  it('name the files that they are about, whose first comment names the decision', () => {
    for (const { path, number, text } of pages) {
      const [, line = ''] = /^\*\*In the code:\*\* (.+)$/m.exec(text) ?? [];
      const files = [...line.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file);
      expect(files, path).not.to.be.empty;
      for (const file of files) {
        expect(isThere(file), `${path}: ${file}`).to.equal(true);
        const [comment = ''] = /^(?:\/\/.*\n)+/.exec(readFileSync(join(PROJECT, file), 'utf8')) ?? [];
        expect(namedIn(comment), file).to.include(number);
      }
    }
  });

  it('have a page if a file of the sources or a test names them', () => {
    const numbers = new Set(pages.map(({ number }) => number));
    const files = globSync('{src,packages,scripts,test}/**/*.{ts,js,pl}', {
      cwd: PROJECT,
      exclude: ['**/node_modules', '**/node_modules/**'],
    });
    const wrong = files.flatMap((file) =>
      namedIn(readFileSync(join(PROJECT, file), 'utf8'))
        .filter((number) => !numbers.has(number))
        .map((number) => `${file}: ${number}`),
    );
    expect(files.length).to.be.greaterThan(500);
    expect(wrong).to.deep.equal([]);
  });
});

describe('the changelog', () => {
  it('begins with the current version and its day', () => {
    const { version } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as { version: string };
    const [, newest, day] = /^## \[([^\]]+)\] - (\S+)$/m.exec(page('CHANGELOG.md').text) ?? [];
    expect(newest).to.equal(version);
    expect(day).to.match(/^\d{4}-\d\d-\d\d$/);
  });
});
