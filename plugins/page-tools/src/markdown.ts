// Converts a tree of HTML to Markdown, and cuts Markdown after a paragraph.

import { fromParse5 } from 'hast-util-from-parse5';
import { toMdast } from 'hast-util-to-mdast';
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { toMarkdown } from 'mdast-util-to-markdown';
import type { DefaultTreeAdapterTypes } from 'parse5';

/** The Markdown of an element; empty if it has no text. Throws if its elements are nested too deeply. */
export function markdownOf(element: DefaultTreeAdapterTypes.Element): string {
  try {
    const tree = toMdast(fromParse5(element), { document: true });
    const extensions = [gfmTableToMarkdown(), gfmStrikethroughToMarkdown()];
    return toMarkdown(tree, { bullet: '-', rule: '-', fences: true, extensions }).trim();
  } catch (error) {
    if (error instanceof RangeError) throw new Error('The elements of the page are nested too deeply to be read.');
    throw error;
  }
}

/**
 * At most `most` characters, which end with a paragraph if possible, and a note about the rest. `characters`: characters of the page's
 * whole text.
 */
export function cutAtParagraph(markdown: string, characters: number, most: number) {
  if (markdown.length <= most && characters <= most) return { markdown, isCut: false };
  const start = markdown.length <= most ? markdown : markdown.slice(0, endOf(markdown, most));
  const note = `*(Cut here: the page has about ${characters} characters of text.)*`;
  return { markdown: `${closed(start.trimEnd())}\n\n${note}`, isCut: true };
}

/** The index after the last paragraph that fits, else after the last line, else `most`. */
function endOf(markdown: string, most: number): number {
  const paragraph = markdown.lastIndexOf('\n\n', most);
  if (paragraph > most / 2) return paragraph;
  const line = markdown.lastIndexOf('\n', most);
  if (line > most / 2) return line;
  return /[\ud800-\udbff]/.test(markdown[most - 1] ?? '') ? most - 1 : most;
}

/** Ends a block of code that was cut. */
function closed(markdown: string): string {
  let open: string | undefined;
  for (const [, fence = ''] of markdown.matchAll(/^ *(`{3,}|~{3,})/gm)) {
    if (open === undefined) open = fence;
    else if (fence.startsWith(open)) open = undefined;
  }
  return open === undefined ? markdown : `${markdown}\n${open}`;
}
