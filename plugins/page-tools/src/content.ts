// Parses a page, and picks the tree of its main content: without navigation, scripts and hidden elements, with absolute addresses, and with
// no more text than is asked for. Works on the parser's own tree, so that the rest of a large page costs nothing further.

import { html as names, parse, type DefaultTreeAdapterTypes as Tree } from 'parse5';

type Node = Tree.ChildNode;
type Element = Tree.Element;

export interface Content {
  readonly tree: Element;
  /** Null if the page has none. */
  readonly title: string | null;
  /** Characters of text in the whole main content, without addresses. */
  readonly characters: number;
}

interface ContentOptions {
  /** Address of the page, which relative addresses are relative to. */
  readonly address: string;
  /** Text beyond this number of characters is counted and left out. */
  readonly characters: number;
}

const LEFT_OUT = new Set(
  'aside audio button canvas datalist dialog embed footer frame iframe input link map math meta nav noscript object script select style svg template textarea title video'.split(
    ' ',
  ),
);
const ROLES_LEFT_OUT = new Set(['navigation', 'banner', 'contentinfo', 'complementary', 'search', 'dialog']);
const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:']);
const MAX_TITLE_LENGTH = 300;

/** Parses a page and picks its main content. Throws if its elements are nested too deeply. */
export function mainContent(html: string, { address, characters }: ContentOptions): Content {
  try {
    const [head, body] = partsOf(parse(html));
    const base = attributeOf(
      firstOf(head, ({ tagName }) => tagName === 'base'),
      'href',
    );
    const picker = new Picker(URL.parse(base ?? '', address)?.href ?? address, characters);
    const tree = picker.pick(mainOf(body));
    return { tree, title: titleOf(head), characters: picker.characters };
  } catch (error) {
    if (error instanceof RangeError) throw new Error('The elements of the page are nested too deeply to be read.');
    throw error;
  }
}

const isElement = (node: Node): node is Element => 'tagName' in node;

function attributeOf(element: Element | undefined, name: string): string | undefined {
  return element?.attrs.find((attribute) => attribute.name === name)?.value;
}

/** Every element below, in the page's order. */
function* elementsOf(parent: Element): Generator<Element> {
  const ahead = parent.childNodes.toReversed();
  for (let node = ahead.pop(); node; node = ahead.pop()) {
    if (!isElement(node)) continue;
    yield node;
    for (let index = node.childNodes.length - 1; index >= 0; index -= 1) ahead.push(node.childNodes[index] as Node);
  }
}

function firstOf(parent: Element, fits: (element: Element) => boolean): Element | undefined {
  for (const element of elementsOf(parent)) if (fits(element)) return element;
  return undefined;
}

/** Head and body. The parser makes both even if the page has none. */
function partsOf(document: Tree.Document): readonly [head: Element, body: Element] {
  const root = document.childNodes.find(isElement);
  const [head = emptyElement(), ...others] = root?.childNodes.filter(isElement) ?? [];
  return [head, others.at(-1) ?? emptyElement()];
}

/** The part that the page marks as its main one, else its only article, else the body. */
function mainOf(body: Element): Element {
  const articles: Element[] = [];
  for (const element of elementsOf(body)) {
    if (element.tagName === 'main' || attributeOf(element, 'role') === 'main') return element;
    if (element.tagName === 'article') articles.push(element);
  }
  const [article] = articles;
  return article && articles.length === 1 ? article : body;
}

function titleOf(head: Element): string | null {
  const title = firstOf(head, ({ tagName }) => tagName === 'title');
  const shared = firstOf(head, (element) => attributeOf(element, 'property') === 'og:title');
  const text = plain(textOf(title)) || plain(attributeOf(shared, 'content') ?? '');
  return text === '' ? null : text.slice(0, MAX_TITLE_LENGTH);
}

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

const textOf = (element: Element | undefined): string =>
  (element?.childNodes ?? []).map((node) => ('value' in node ? node.value : '')).join('');

function emptyElement(): Element {
  return {
    nodeName: 'body',
    tagName: 'body',
    attrs: [],
    childNodes: [],
    namespaceURI: names.NS.HTML,
    parentNode: null,
  };
}

function isLeftOut(element: Element): boolean {
  const { tagName, parentNode, attrs } = element;
  if (LEFT_OUT.has(tagName)) return true;
  // The header of a site. That of an article contains its title.
  if (tagName === 'header' && parentNode && 'tagName' in parentNode && parentNode.tagName === 'body') return true;
  if (attrs.length === 0) return false;
  if (ROLES_LEFT_OUT.has(attributeOf(element, 'role') ?? '')) return true;
  if (attributeOf(element, 'hidden') !== undefined || attributeOf(element, 'aria-hidden') === 'true') return true;
  return /display\s*:\s*none|visibility\s*:\s*hidden/i.test(attributeOf(element, 'style') ?? '');
}

/** The length that a reader sees: a run of white space in the source counts as one blank. */
const lengthOf = (text: string): number => (/\s\s/.test(text) ? text.replace(/\s+/g, ' ').length : text.length);

/** Copies the nodes to keep, and counts characters. No copy refers to the whole page, so that the engine can collect it. */
class Picker {
  /** Characters of all the text, kept or not. */
  characters = 0;
  readonly #base: string;
  readonly #most: number;

  constructor(base: string, most: number) {
    this.#base = base;
    this.#most = most;
  }

  pick(element: Element): Element {
    const { nodeName, tagName, namespaceURI } = element;
    const attrs = this.#attributesOf(element);
    const copy: Element = { nodeName, tagName, namespaceURI, attrs, childNodes: [], parentNode: null };
    for (const node of element.childNodes) {
      const child = this.#child(node);
      if (child) copy.childNodes.push(child);
    }
    return copy;
  }

  #child(node: Node): Node | undefined {
    if (isElement(node)) return isLeftOut(node) ? undefined : this.#element(node);
    if (node.nodeName !== '#text' || !('value' in node)) return undefined;
    const isKept = this.characters < this.#most;
    this.characters += lengthOf(node.value);
    return isKept ? { nodeName: '#text', value: node.value, parentNode: null } : undefined;
  }

  /** Counts the characters of an element without copying it. */
  #skip({ childNodes }: Element): void {
    for (const node of childNodes) {
      if (!isElement(node)) this.characters += 'value' in node ? lengthOf(node.value) : 0;
      else if (!isLeftOut(node)) this.#skip(node);
    }
  }

  #element(element: Element): Element | undefined {
    if (this.characters >= this.#most) {
      this.#skip(element);
      return undefined;
    }
    const copy = this.pick(element);
    const { tagName, attrs, childNodes } = copy;
    if (tagName === 'img') return attrs.some(({ name }) => name === 'src') ? copy : undefined;
    if (tagName !== 'a') return copy;
    // A link without an address becomes a span. A link without content is not visible, and is left out.
    if (childNodes.length === 0) return undefined;
    return attrs.some(({ name }) => name === 'href') ? copy : { ...copy, tagName: 'span', nodeName: 'span' };
  }

  /** The attributes that mean something in Markdown, with absolute addresses. */
  #attributesOf({ tagName, attrs }: Element): Element['attrs'] {
    return attrs.flatMap(({ name, value }) => {
      if (name !== (tagName === 'a' ? 'href' : tagName === 'img' ? 'src' : ''))
        return KEPT.has(name) ? [{ name, value }] : [];
      const address = URL.parse(value, this.#base);
      return address && SCHEMES.has(address.protocol) ? [{ name, value: address.href }] : [];
    });
  }
}

/** Attributes that are kept. `class` names the language of code. */
const KEPT = new Set(['alt', 'title', 'class', 'start', 'align', 'colspan', 'rowspan', 'type', 'checked']);
