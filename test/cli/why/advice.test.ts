// The advice of `toolcell why` is that of docs/troubleshooting.md.

import { expect } from 'chai';
import { ADVICE, ROOM_FOR } from '../../../src/cli/why/advice.ts';
import { page, tablesOf } from '../../docs/pages.ts';

/** Text of a page without links and marks, as a terminal shows it. */
const plain = (text: string): string =>
  text
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('npx ', '')
    .replaceAll('`', '');

const { text } = page('docs/troubleshooting.md');
const sections = text.split(/^### /m).slice(1);

describe('the advice about a failure', () => {
  for (const [code, advice] of Object.entries(ADVICE))
    it(`is that of the page: ${code}`, () => {
      const own = sections.filter((section) => section.split('\n', 1)[0]?.includes(`\`${code}\``));
      expect(own, 'entries').not.to.be.empty;
      expect(
        own.map(plain).some((section) => section.includes(advice)),
        `${advice}\n${own.map(plain).join('\n')}`,
      ).to.equal(true);
    });

  it('names what to change for each limit of overloaded, as the page does', () => {
    const rows = tablesOf(text, ['`limit`', 'what happened']).map(([limit = '', , change = '']) => [
      plain(limit),
      plain(change),
    ]);
    expect(Object.fromEntries(rows.filter(([limit]) => limit !== 'none'))).to.deep.equal(ROOM_FOR);
  });
});
