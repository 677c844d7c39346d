// How `util.inspect` puts the parts of an object into lines. Runs inside the isolate, as part of the packed entry.

interface Laid {
  readonly items: readonly string[];
  /** What stands before the brace: an error's stack, a function's name. */
  readonly head: string;
  readonly brace: string;
  readonly close: string;
  readonly isList: boolean;
  readonly value: object;
  readonly depth: number;
  readonly context: {
    readonly compact: number | boolean;
    readonly breakLength: number;
    readonly indentation: number;
    readonly colors: boolean;
    readonly maxArrayLength: number | null;
    /** Depth of the object that was entered last. */
    readonly currentDepth: number;
  };
}

const SEPARATOR = 2;
/** Lists with more items are put into columns. */
const SHORT_LIST = 6;

const widthOf = (text: string, colors: boolean): number =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: codes of colours take no room.
  (colors ? text.replace(/\u001b\[\d\d?m/g, '') : text).length;

const columnsFor = ({ context }: Laid, widths: readonly number[], total: number, count: number): number => {
  const { breakLength, indentation, compact } = context;
  const widest = Math.max(0, ...widths) + SEPARATOR;
  if (widest * 3 + indentation >= breakLength || !(total / widest > 5 || widest <= SHORT_LIST + SEPARATOR)) return 1;
  const biased = Math.max(widest - 3 - Math.sqrt(widest - total / count), 1);
  return Math.min(
    Math.round(Math.sqrt(2.5 * biased * widths.length) / biased),
    Math.floor((breakLength - indentation) / widest),
    (compact as number) * 4,
    15,
  );
};

/** Puts the items of a long list into columns, near a square, as Node does. */
const inColumns = (laid: Laid): readonly string[] => {
  const { items, context, value } = laid;
  const { colors, maxArrayLength } = context;
  const count = maxArrayLength !== null && maxArrayLength < items.length ? items.length - 1 : items.length;
  const widths = items.slice(0, count).map((item) => widthOf(item, colors));
  const total = widths.reduce((sum, width) => sum + width + SEPARATOR, 0);
  const columns = columnsFor(laid, widths, total, items.length);
  if (columns <= 1) return items;
  const columnWidths = Array.from({ length: columns }, (_, column) => {
    let widest = 0;
    for (let at = column; at < count; at += columns) widest = Math.max(widest, widths[at] as number);
    return widest + SEPARATOR;
  });
  const isNumeric = items.every((_, at) => /^(?:number|bigint)$/.test(typeof Reflect.get(value, at)));
  const rows: string[] = [];
  for (let from = 0; from < count; from += columns) {
    const to = Math.min(from + columns, count);
    let row = '';
    for (let at = from; at < to; at += 1) {
      const item = items[at] as string;
      const isLast = at === to - 1;
      const room =
        (columnWidths[at - from] as number) + item.length - (widths[at] as number) - (isLast ? SEPARATOR : 0);
      const text = isLast ? item : `${item}, `;
      row += isNumeric ? text.padStart(room) : isLast ? text : text.padEnd(room);
    }
    rows.push(row);
  }
  return [...rows, ...items.slice(count)];
};

/** True if the parts and their separators fit into one line. */
const fitsInLine = (items: readonly string[], { context, brace, head }: Laid): boolean => {
  const { colors, breakLength, indentation } = context;
  const start = items.length + indentation + brace.length + head.length + 10;
  const total = items.reduce((sum, item) => sum + widthOf(item, colors), items.length + start);
  return total <= breakLength && !head.includes('\n');
};

/** The text of an object from its parts. */
export const laidOut = (laid: Laid): string => {
  const { items, head, brace, close, isList, context, depth } = laid;
  const { compact, indentation, breakLength, currentDepth } = context;
  const before = head === '' ? '' : `${head} `;
  const indent = `\n${' '.repeat(indentation)}`;
  if (compact === true) {
    const joined = items.join(', ');
    const isShort = joined.length + brace.length + indentation + items.length <= breakLength && !joined.includes('\n');
    if (isShort) return `${before}${brace} ${joined} ${close}`;
    return `${before}${brace} ${items.join(`,${indent}  `)} ${close}`;
  }
  const isGrouped = typeof compact === 'number' && compact >= 1 && isList && items.length > SHORT_LIST;
  const lines = isGrouped ? inColumns(laid) : items;
  const mayJoin = typeof compact === 'number' && currentDepth - depth < compact && lines.length === items.length;
  if (mayJoin && fitsInLine(lines, laid)) {
    const joined = lines.join(', ');
    if (!joined.includes('\n')) return `${before}${brace} ${joined} ${close}`;
  }
  return `${before}${brace}${indent}  ${lines.join(`,${indent}  `)}${indent}${close}`;
};
