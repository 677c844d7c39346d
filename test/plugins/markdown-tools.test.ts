// markdown-tools: what may never come out as markup, and what an outline holds.

import { expect } from 'chai';
import fc from 'fast-check';
import { errorOf, shippedTool } from '../support/shipped-tool.ts';

describe('markdownToHtml', () => {
  const toHtml = shippedTool('markdown-tools', 'markdownToHtml');
  const html = async (markdown: string, options = {}): Promise<string> =>
    String(await toHtml({ markdown, ...options }));

  for (const address of [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'javascript&#58;alert(1)',
    'javascript&colon;alert(1)',
    '&#106;avascript:alert(1)',
    'java%0ascript:alert(1)',
    '\u0001javascript:alert(1)',
    'vbscript:x',
    'data:text/html,x',
    'data:image/svg+xml,x',
    'data:image/png;base64,x',
    'file:///etc/passwd',
    'blob:x',
    'x-anything:y',
  ]) {
    it(`makes no link and no image of ${JSON.stringify(address)}`, async () => {
      const ways = [
        `[a](${address})`,
        `[a](<${address}>)`,
        `![a](${address})`,
        `<${address}>`,
        `[a]\n\n[a]: ${address}`,
      ];
      for (const markdown of ways) {
        expect(await html(markdown, { linkify: true }), markdown).to.not.match(
          /(href|src)="(?!https?:|mailto:|tel:)[^"/?#]*:/i,
        );
      }
    });
  }

  for (const address of [
    'https://a.example/x?y=1#z',
    'HTTP://a.example',
    'mailto:a@b.example',
    'tel:+491',
    '/a:b',
    '?a:b',
    '#a:b',
    'a/b:c',
    '//c.example',
  ]) {
    it(`keeps ${address}`, async () => {
      expect(await html(`[a](${address})`)).to.match(/^<p><a href="[^"]+">a<\/a><\/p>\n$/);
    });
  }

  it('makes no markup but its own, of any text', async () => {
    const piece = fc.constantFrom(
      ...[
        '<script>',
        '<img src=x onerror=alert(1)>',
        '"',
        "'",
        '<!--',
        '-->',
        '<![CDATA[',
        '<a href="',
        'javascript:x',
        '](',
        '![',
        '[',
        ')',
      ],
      ...[
        '\n',
        '\n\n',
        '`',
        '```',
        '~~',
        '*',
        '_',
        '|',
        '---',
        '> ',
        '- ',
        '1. ',
        '    ',
        '# ',
        '&lt;',
        '&#60;',
        '\\',
        '\0',
        'x',
        '<b>',
      ],
    );
    const own =
      /^(?:[^<>]|<\/?(?:p|h[1-6]|em|strong|s|code|pre|blockquote|ul|ol|li|table|thead|tbody|tr|th|td)>|<ol start="\d+">|<(?:code class="language-[^"<>]*")>|<t[hd] style="text-align:\w+">|<\/a>|<a href="[^"<>]*"(?: title="[^"<>]*")?>|<img src="[^"<>]*" alt="[^"<>]*"(?: title="[^"<>]*")?>|<hr>|<br>)*$/;
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 25 }), async (pieces) => {
        const out = await html(pieces.join(''));
        expect(out).to.match(own);
        expect(out).to.not.match(/(href|src)="\s*javascript:/i);
      }),
      { numRuns: 1000 },
    );
  });

  it('keeps emoji and text of any script', async () => {
    expect(await html('👩‍👩‍👧‍👦 **한국어**')).to.equal('<p>👩‍👩‍👧‍👦 <strong>한국어</strong></p>\n');
  });

  it('takes deep nesting and long runs of markers in bounded time', async () => {
    const start = performance.now();
    for (const text of [
      '['.repeat(50_000),
      '> '.repeat(10_000),
      '*a _b '.repeat(10_000),
      '`'.repeat(50_000),
      '<'.repeat(50_000),
    ]) {
      expect(await html(text)).to.be.a('string');
    }
    expect(performance.now() - start).to.be.below(10_000);
  });

  it('breaks lines on request', async () => {
    expect(await html('a\nb', { breaks: true })).to.equal('<p>a<br>\nb</p>\n');
  });
});

describe('markdownOutline', () => {
  const outline = shippedTool('markdown-tools', 'markdownOutline');

  it('gives what a reader sees of a heading', async () => {
    const markdown = '# [A *link*](x) &amp; ![an `image`](y.png) \\# <b>\n\n> ## quoted\n\n- ### in a list\n\n#\n';
    expect(await outline({ markdown })).to.deep.equal([
      { level: 1, text: 'A link & an image # <b>', line: 1 },
      { level: 2, text: 'quoted', line: 3 },
      { level: 3, text: 'in a list', line: 5 },
      { level: 1, text: '', line: 7 },
    ]);
  });

  it('refuses a level that is none', async () => {
    expect((await errorOf(outline({ markdown: '', maxLevel: 7 }))).message).to.match(/^"maxLevel" must be/);
  });
});
