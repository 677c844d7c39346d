// Documents point only at things that exist: pages, headings, files of the project, settings, scripts.

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { SETTING_BY_PATH, SETTINGS_SECTION } from '../../src/settings/settings.ts';
import REMOVED from '../../src/settings/table/removed.json' with { type: 'json' };
import { codeWordsOf, isThere, linksOf, PAGES, type Page, PROJECT, page } from './pages.ts';

/** A heading's anchor as the usual renderers make it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const anchorsOf = ({ prose }: Page): readonly string[] =>
  [...prose.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

const brokenLink = (from: Page, target: string): boolean => {
  if (/^https?:/.test(target)) return false;
  const [path = '', anchor] = target.split('#');
  const place = path === '' ? from.path : join(dirname(from.path), path);
  if (!isThere(place)) return true;
  return anchor !== undefined && !anchorsOf(page(place)).includes(anchor);
};

const scripts = Object.keys(JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')).scripts as object);
/** Settings, and sections inside sections: `server.tls`. */
const settings = [...SETTING_BY_PATH.keys()].flatMap((path) => [path, path.slice(0, path.lastIndexOf('.'))]);
const sections = Object.keys(SETTINGS_SECTION);

/** The fault of a text between backticks; undefined if it names nothing that can be checked. */
const faultOf = (word: string, page = ''): string | undefined => {
  if (/^(src|test|docs|plugins|schemas|bench)\/[\w./-]*$/.test(word) && !isThere(word)) return 'there is no such file';
  // The changelog tells what is gone.
  if (word.includes('.') && Object.hasOwn(REMOVED, word))
    return page === 'CHANGELOG.md' ? undefined : 'it is no setting any more';
  const [section = '', name] = /^(\w+)\.\w+$/.test(word) ? word.split('.') : [];
  if (name !== undefined && sections.includes(section) && !settings.includes(word)) return 'there is no such setting';
  const [, script] = /^npm run ([\w:-]+)/.exec(word) ?? [];
  return script === undefined || scripts.includes(script) ? undefined : 'there is no such script';
};

describe('the documents', () => {
  for (const from of PAGES) {
    it(`${from.path} points only at things that exist`, () => {
      expect(linksOf(from).filter((target) => brokenLink(from, target))).to.deep.equal([]);
      const faults = codeWordsOf(from).flatMap((word) => {
        const fault = faultOf(word, from.path);
        return fault === undefined ? [] : [`${word}: ${fault}`];
      });
      expect(faults).to.deep.equal([]);
    });
  }

  it('are all in the index', () => {
    const listed = new Set(linksOf(page('docs/README.md')));
    const missing = PAGES.flatMap(({ path }) => {
      const [, name] = /^docs\/([\w-]+\.md)$/.exec(path) ?? [];
      return name === undefined || name === 'README.md' || listed.has(name) ? [] : [name];
    });
    expect(missing).to.deep.equal([]);
  });

  it('are found, and faults in them too', () => {
    expect(PAGES.length).to.be.greaterThan(10);
    expect(brokenLink(page('README.md'), 'docs/nowhere.md')).to.equal(true);
    expect(brokenLink(page('README.md'), '#nowhere')).to.equal(true);
    expect(faultOf('src/nowhere.ts')).to.equal('there is no such file');
    expect(faultOf('limits.nothing')).to.equal('there is no such setting');
    expect(faultOf('npm run nothing')).to.equal('there is no such script');
  });
});
