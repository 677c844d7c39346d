// Converts a web page to Markdown. Bundled with the parser of HTML and the converter into ../index.js, which runs inside the isolate.

import { mainContent } from './content.ts';
import { cutAtParagraph, markdownOf } from './markdown.ts';
import { textIn } from './page-text.ts';

interface PageArguments {
  readonly url: string;
  readonly maxCharacters?: number;
}

/** The part of the tools' second parameter that this plugin uses. */
interface Context {
  readonly signal: AbortSignal;
}

const DEFAULT_CHARACTERS = 20_000;
const MAX_CHARACTERS = 50_000;
const MIN_CHARACTERS = 500;
const MAX_URL_LENGTH = 2_000;
const HTML = ['text/html', 'application/xhtml+xml'];

/** Fetches a page and returns its main content. Throws if it cannot be fetched or is not a page. */
export async function pageToMarkdown({ url, maxCharacters = DEFAULT_CHARACTERS }: PageArguments, { signal }: Context) {
  const address = addressIn(url);
  if (!Number.isInteger(maxCharacters) || maxCharacters < MIN_CHARACTERS || maxCharacters > MAX_CHARACTERS)
    throw new TypeError(`"maxCharacters" must be a whole number from ${MIN_CHARACTERS} to ${MAX_CHARACTERS}.`);
  const headers = { accept: 'text/html, application/xhtml+xml;q=0.9' };
  const response = await fetch(address, { headers, signal });
  const html = textIn(await pageBytes(response), response.headers.get('content-type') ?? '');
  const content = mainContent(html, { address: response.url, characters: maxCharacters });
  const whole = markdownOf(content.tree);
  if (whole === '')
    throw new Error(`${response.url} has no text of its own; it may need a browser that runs its scripts.`);
  const { markdown, isCut } = cutAtParagraph(whole, content.characters, maxCharacters);
  return { url: response.url, title: content.title, markdown, isCut };
}

function addressIn(text: unknown): string {
  const url = typeof text === 'string' && text.length <= MAX_URL_LENGTH ? URL.parse(text) : null;
  if (!url)
    throw new TypeError(
      `"url" must be a whole address of at most ${MAX_URL_LENGTH} characters, such as "https://example.com/".`,
    );
  if (url.protocol !== 'https:') throw new TypeError(`"url" must begin with https://; ${url.protocol} is not fetched.`);
  if (url.username !== '' || url.password !== '')
    throw new TypeError('"url" must be without a user name and password.');
  url.hash = '';
  return url.href;
}

async function pageBytes(response: Response): Promise<Uint8Array> {
  const { status, url, headers } = response;
  if (!response.ok) throw new Error(`${url} answered with status ${status}, so there is no page. Check the address.`);
  const type = (headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!HTML.includes(type))
    throw new Error(
      `${url} is no page: its type is ${type === '' ? 'not said' : `"${type.slice(0, 100)}"`}, and only HTML is read.`,
    );
  return new Uint8Array(await response.arrayBuffer());
}
