// Whether a path fits a pattern of the manifest. `*` stands for any characters, `{name}` for one segment or a part of one. Control thread.

/** A path that is still encoded after this many decodings is meant to be read in two ways, so it is refused. */
const MAX_DECODINGS = 4;

/** True if a path, as the URL standard writes it, fits `pattern`, and also fits after any decoding by a server. */
export const pathFits = (pathname: string, pattern: string): boolean => {
  if (pattern === '/*') return true;
  if (!textFits(pathname, pattern)) return false;
  if (!/[%;]|\/\//.test(pathname)) return true;
  const meant = plainPath(pathname);
  return meant !== undefined && textFits(meant, plainPattern(pattern));
};

const PARAMETER = /\{[^{}/]*\}/;

const textFits = (text: string, pattern: string): boolean =>
  PARAMETER.test(pattern) ? segmentsFit(text, pattern) : globFits(text, pattern);

/** Each segment of the pattern fits exactly one of the path. Only a last segment `*` stands for any number of them. */
const segmentsFit = (text: string, pattern: string): boolean => {
  const wanted = pattern.split('/');
  const isOpen = wanted.at(-1) === '*';
  if (isOpen) wanted.pop();
  const found = text.split('/');
  if (isOpen ? found.length <= wanted.length : found.length !== wanted.length) return false;
  return wanted.every((segment, index) => segmentFits(found[index] ?? '', segment));
};

/** A parameter is never empty. If a segment has several, each but the last ends where the text after it is found first. */
const segmentFits = (text: string, segment: string): boolean => {
  const pieces = segment.split(PARAMETER);
  const [first = ''] = pieces;
  const last = pieces.at(-1) ?? '';
  if (pieces.length === 1) return text === segment;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  const end = text.length - last.length;
  let at = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = text.indexOf(piece, at + 1);
    if (found === -1 || found + piece.length > end) return false;
    at = found + piece.length;
  }
  return at < end;
};

/** A path decoded to the end, with `\` as `/`, without parameters such as `;x`, and with `.` and `..` resolved. Undefined if it cannot be decoded. */
const plainPath = (pathname: string): string | undefined => {
  let path = pathname;
  for (let turn = 0; path.includes('%'); turn += 1) {
    const decoded = decode(path);
    if (decoded === undefined || turn === MAX_DECODINGS) return undefined;
    if (decoded === path) break;
    path = decoded;
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these end a path early in servers written in C.
  return /[\0-\x1f]/.test(path) ? undefined : walked(path);
};

/** A `%` that begins no escape stays, as in servers. Undefined if the bytes are not UTF-8. */
const decode = (text: string): string | undefined => {
  try {
    return text.replace(/(?:%[0-9a-f]{2})+/gi, decodeURIComponent);
  } catch {
    return undefined;
  }
};

const walked = (path: string): string => {
  const segments = path
    .replaceAll('\\', '/')
    .split('/')
    .map((segment) => segment.replace(/;.*$/, ''));
  const kept: string[] = [];
  for (const segment of segments.slice(1)) {
    if (segment === '..') kept.pop();
    else if (segment !== '.' && segment !== '') kept.push(segment);
  }
  const last = segments.at(-1);
  const isFolder = last === '' || last === '.' || last === '..';
  return `/${kept.join('/')}${isFolder && kept.length > 0 ? '/' : ''}`;
};

/** Parameters such as `;x` go from a pattern as they go from a path, so that a pattern may name them. */
const plainPattern = (pattern: string): string =>
  pattern
    .split('*')
    .map((piece) => decode(piece) ?? piece)
    .join('*')
    .split('/')
    .map((segment) => segment.replace(/;.*$/, ''))
    .join('/');

/** `*` stands for any characters. The time is linear in the path for each `*`; a regular expression could backtrack. */
const globFits = (text: string, pattern: string): boolean => {
  const pieces = pattern.split('*');
  const first = pieces[0] ?? '';
  const last = pieces.at(-1) ?? '';
  if (pieces.length === 1) return text === pattern;
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false;
  const end = text.length - last.length;
  let at = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = text.indexOf(piece, at);
    if (found === -1 || found + piece.length > end) return false;
    at = found + piece.length;
  }
  return true;
};
