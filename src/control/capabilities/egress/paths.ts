// Whether a path fits a rule of the manifest in every way of writing it, because a server may decode more than the URL standard does.
// Pure; control thread.

/** A path that is still encoded after this many decodings is meant to be read in two ways, so it is refused. */
const MAX_DECODINGS = 4;

/** True if a path, as the URL standard writes it, fits `pattern`, and also fits after any decoding by a server. */
export const pathFits = (pathname: string, pattern: string): boolean => {
  if (pattern === '/*') return true;
  if (!globFits(pathname, pattern)) return false;
  if (!/[%;]|\/\//.test(pathname)) return true;
  const meant = plainPath(pathname);
  return meant !== undefined && globFits(meant, plainPattern(pattern));
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

const plainPattern = (pattern: string): string =>
  pattern
    .split('*')
    .map((piece) => decode(piece) ?? piece)
    .join('*');

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
