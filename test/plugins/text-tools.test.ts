// text-tools: what a character is, where a text is cut, and how words are found.

import { expect } from 'chai';
import fc from 'fast-check';
import { errorOf, shippedTool } from '../support/shipped-tool.ts';

const FAMILY = '👩‍👩‍👧‍👦';
const graphemes = (text: string): string[] =>
  [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].map(({ segment }) => segment);

describe('summarizeText', () => {
  const summarize = shippedTool('text-tools', 'summarizeText');

  for (const [name, character] of Object.entries({
    'a letter': 'a',
    'a letter with a combining mark': 'e\u0301',
    'an astral letter': '𝒳',
    'a family': FAMILY,
    'a flag': '🇩🇪',
    'a flag of tags': '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
    'a skin tone': '👍🏽',
    'a Hangul syllable of parts': '\u1112\u1161\u11ab',
    'a lone high surrogate': '\ud800',
    'a lone low surrogate': '\udc00',
    'a line break of two units': '\r\n',
  })) {
    it(`counts ${name} as one character`, async () => {
      const hundred = character.repeat(100);
      expect(await summarize({ input: hundred })).to.equal(hundred);
      expect(await summarize({ input: `${hundred}!` })).to.equal(`${hundred}...`);
      expect(await summarize({ input: hundred + character })).to.equal(`${hundred}...`);
    });
  }

  it('sees that the character after 100 plain ones is not its own', async () => {
    const input = `${'x'.repeat(100)}\u0301`;
    expect(await summarize({ input })).to.equal(input);
    expect(await summarize({ input: `${input}yz` })).to.equal(`${input}...`);
    const crlf = `${'x'.repeat(99)}\r\n`;
    expect(await summarize({ input: crlf })).to.equal(crlf);
  });

  it('keeps whole characters, of any text', async () => {
    const character = fc.constantFrom(
      'a',
      ' ',
      'é',
      'e\u0301',
      FAMILY,
      '🇩🇪',
      '🎉',
      '\r\n',
      '\u200d',
      '\ud83d',
      '\u0301',
      '한',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(character, { maxLength: 250 }), async (characters) => {
        const input = characters.join('');
        const all = graphemes(input);
        expect(await summarize({ input })).to.equal(all.length > 100 ? `${all.slice(0, 100).join('')}...` : input);
      }),
      { numRuns: 300 },
    );
  });

  it('is quick and bounded for huge texts', async () => {
    const start = performance.now();
    for (const character of ['a', '🎉', 'ก', '\u0301', FAMILY]) {
      const summary = await summarize({ input: character.repeat(500_000 / character.length) });
      expect(summary).to.satisfy((text: string) => text.endsWith('...') && text.length <= 8195);
    }
    expect(performance.now() - start).to.be.below(3000);
  });

  it('never ends its window inside a surrogate pair', async () => {
    const summary = await summarize({ input: `a${'\u0301'.repeat(8190)}🎉${'b'.repeat(200)}` });
    expect(summary).to.satisfy((text: string) => text.isWellFormed() && text.endsWith('...'));
  });
});

describe('countText', () => {
  const count = shippedTool('text-tools', 'countText');

  for (const [text, lines] of [
    ['a', 1],
    ['a\n', 1],
    ['a\nb', 2],
    ['\n', 1],
    ['a\r\nb\rc\n\n', 4],
  ] as const) {
    it(`finds ${lines} lines in ${JSON.stringify(text)}`, async () => {
      expect(await count({ input: text })).to.have.property('lines', lines);
    });
  }

  it('counts what a person sees', async () => {
    const expected = { characters: 3, codePoints: 10, words: 0, sentences: 0, lines: 1 };
    expect(await count({ input: `${FAMILY}🇩🇪\ud800` })).to.deep.equal(expected);
  });

  it('takes 200,000 units and says so for more', async () => {
    expect(await count({ input: 'word '.repeat(40_000) })).to.include({ characters: 200_000, words: 40_000 });
    expect((await errorOf(count({ input: 'x'.repeat(200_001) }))).message)
      .to.include('at most 200000')
      .and.include('parts');
  });

  it('refuses a locale that is none', async () => {
    expect((await errorOf(count({ input: 'x', locale: 'not a tag' }))).message).to.match(/^"locale" must be/);
  });
});

describe('slugify', () => {
  const slugify = shippedTool('text-tools', 'slugify');

  it('gives only small letters, digits, marks and single separators, and stays as it is the second time', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 60 }), async (input) => {
        const slug = await slugify({ input });
        expect(slug).to.match(/^$|^[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(-[\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*$/u);
        expect([...String(slug)]).to.have.length.of.at.most(80);
      }),
    );
  });

  it('cuts a first word that alone is too long', async () => {
    expect(await slugify({ input: 'incomprehensibilities', maxLength: 5 })).to.equal('incom');
  });

  for (const args of [{ separator: '/' }, { maxLength: 0 }, { maxLength: 1.5 }]) {
    it(`refuses ${JSON.stringify(args)}`, async () => {
      const name = Object.keys(args)[0];
      expect((await errorOf(slugify({ input: 'x', ...args }))).message).to.match(new RegExp(`^"${name}" must be`));
    });
  }
});

describe('changeCase', () => {
  const changeCase = shippedTool('text-tools', 'changeCase');

  for (const input of [
    'parse html text',
    'parseHtmlText',
    'ParseHTMLText',
    'parse_html_text',
    'PARSE-HTML-TEXT',
    'Parse html text.',
  ]) {
    it(`finds the words in ${input}`, async () => {
      expect(await changeCase({ input, to: 'kebab' })).to.equal('parse-html-text');
    });
  }

  it('knows every form, and no other', async () => {
    const forms = ['camel', 'pascal', 'snake', 'constant', 'kebab', 'title', 'sentence'];
    const input = 'one TWO three';
    const written = await Promise.all(forms.map((to) => changeCase({ input, to })));
    expect(written.join(' ')).to.equal(
      'oneTwoThree OneTwoThree one_two_three ONE_TWO_THREE one-two-three One Two Three One two three',
    );
    for (const to of ['constructor', '__proto__', 'Camel']) {
      expect((await errorOf(changeCase({ input, to }))).message).to.match(/^"to" must be one of camel/);
    }
  });
});
