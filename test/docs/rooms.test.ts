// The pages of the rooms: each is short, has the parts that a reader looks for, and names files that exist.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { codeWordsOf, PROJECT, page } from './pages.ts';

const ROOMS = readdirSync(join(PROJECT, 'src'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const MOST_LINES = 40;

describe('the page of a room', () => {
  for (const room of ROOMS) {
    const { path, text, prose } = page(`src/${room}/README.md`);

    it(`is short and has its parts: ${room}`, () => {
      expect(text.split('\n').length - 1).to.be.at.most(MOST_LINES);
      for (const part of ['* **Runs** ', '* **Trusts** ', '\n## Where to look\n', '\n## Never\n'])
        expect(text).to.contain(part);
    });

    it(`names every folder of the room, and only files that exist: ${room}`, () => {
      const folders = readdirSync(join(PROJECT, 'src', room), { withFileTypes: true }).filter((entry) =>
        entry.isDirectory(),
      );
      const words = codeWordsOf({ path, text, prose, blocks: [] });
      expect(folders.map(({ name }) => `${name}/`).filter((name) => !words.includes(name))).to.deep.equal([]);
      const isThere = (word: string): boolean =>
        [`src/${room}`, 'src'].some((base) => existsSync(join(PROJECT, base, word)));
      const named = words.filter((word) => /^[\w./-]+(?:\/|\.(?:ts|js|pl))$/.test(word));
      expect(named.filter((word) => !isThere(word))).to.deep.equal([]);
    });
  }
});
