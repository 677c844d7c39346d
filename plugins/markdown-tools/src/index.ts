// Converts Markdown to HTML, and lists the headings of a document. Bundled with markdown-it into ../index.js, which runs inside the isolate.

import createParser, { type MarkdownIt, type Token } from 'markdown-it';

interface HtmlArguments {
  readonly markdown: string;
  /** Turn bare addresses such as https://example.com into links. */
  readonly linkify?: boolean;
  /** Turn each line break of a paragraph into <br>. */
  readonly breaks?: boolean;
}

/** Converts CommonMark with tables and strikethrough to HTML. Escapes HTML in the text; see `isSafeAddress` for links. */
export function markdownToHtml({ markdown, linkify = false, breaks = false }: HtmlArguments): string {
  return parser({ linkify: linkify === true, breaks: breaks === true }).render(textIn(markdown));
}

/** The headings in their order, each with its level, plain text and line. */
export function markdownOutline({ markdown, maxLevel = 6 }: { readonly markdown: string; readonly maxLevel?: number }) {
  if (!Number.isInteger(maxLevel) || maxLevel < 1 || maxLevel > 6) {
    throw new Error('"maxLevel" must be a whole number from 1 to 6.');
  }
  const tokens = parser({}).parse(textIn(markdown), {});
  return tokens.flatMap((token, index) => {
    if (token.type !== 'heading_open') return [];
    const level = Number(token.tag.slice(1));
    if (level > maxLevel) return [];
    return [{ level, text: plainText(tokens[index + 1]), line: (token.map?.[0] ?? 0) + 1 }];
  });
}

function parser(options: { linkify?: boolean; breaks?: boolean }): MarkdownIt {
  const markdownIt = createParser({ html: false, ...options });
  markdownIt.validateLink = isSafeAddress;
  return markdownIt;
}

/**
 * True for addresses of web pages, mail and telephones, and for those without a scheme. It is a list of allowed schemes: links with
 * `javascript:`, `data:`, `file:` or a new scheme stay text.
 */
function isSafeAddress(address: string): boolean {
  const scheme = /^\s*([^/?#]*?):/.exec(address)?.[1];
  return scheme === undefined || ['http', 'https', 'mailto', 'tel'].includes(scheme.toLowerCase());
}

/** The visible text of a heading: words, code and the alternative texts of images. */
function plainText(inline: Token | undefined): string {
  const parts = (inline?.children ?? []).map((token) => {
    if (token.type === 'softbreak' || token.type === 'hardbreak') return ' ';
    if (token.type === 'image') return plainText(token);
    return token.type === 'text' || token.type === 'code_inline' || token.type === 'text_special' ? token.content : '';
  });
  return parts.join('').trim();
}

function textIn(markdown: unknown): string {
  if (typeof markdown === 'string') return markdown;
  throw new Error('"markdown" must be a string.');
}
