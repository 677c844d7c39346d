// Whether a path fits a rule of the manifest, however it is written: a server may decode what the URL standard leaves alone.
// Pure; control thread.

/** A path that is still encoded after so many turns is meant to be read in two ways. */
const MAX_DECODINGS = 4;

/** True where a path as the URL standard writes it fits `pattern`, and does so after every decoding a server may give it. */
export const pathFits = (pathname: string, pattern: string): boolean => {
  if (pattern === '/*') return true;
  if (!globFits(pathname, pattern)) return false;
  if (!/[%;]|\/\//.test(pathname)) return true;
  const meant = plainPath(pathname);
  return meant !== undefined && globFits(meant, plainPattern(pattern));
};

/** A path decoded to the end, with `\` as `/`, parameters such as `;x` left out and `.` and `..` walked; undefined where it cannot be. */
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

/** A sign of percent that begins nothing stays, as servers have it. Undefined where bytes are not UTF-8. */
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

/** `*` stands for any characters. Linear in the path for each `*`: no regular expression that could backtrack. */
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
