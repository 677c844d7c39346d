// Makes a module tell where it spends its CPU time: each function and each turn of a loop then asks whether the time is over, and throws if it is, so that
// the stack names the line that ran. Only for a call that is made once more for its author: the code is slower, and columns move.

import { type AnyNode, type BlockStatement, parse } from 'acorn';

/** The changed code, and the way back from its places. */
export interface TickingCode {
  readonly code: string;
  /** The column, from 1, that a place of the changed code has in the code before. Lines stay. */
  columnOf(line: number, column: number): number;
}

interface Insertion {
  /** Offset in the code before. */
  readonly at: number;
  readonly text: string;
}

const NAME = '__toolcellTick';

const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

/** Where the code of a function begins. Text before `"use strict"` would turn that off. */
const afterDirectives = ({ body, end }: BlockStatement): number =>
  body.find((statement) => !('directive' in statement))?.start ?? end - 1;

/** What makes one node ask. `for (;;);` gets a body that is a block. */
const insertionsFor = (node: AnyNode): readonly Insertion[] => {
  switch (node.type) {
    case 'ForStatement':
    case 'ForInStatement':
    case 'ForOfStatement':
    case 'WhileStatement':
    case 'DoWhileStatement':
      return [
        { at: node.body.start, text: `{${NAME}();` },
        { at: node.body.end, text: '}' },
      ];
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return node.body.type === 'BlockStatement' ? [{ at: afterDirectives(node.body), text: `${NAME}();` }] : [];
    default:
      return [];
  }
};

const insertionsIn = (code: string): readonly Insertion[] => {
  const found: Insertion[] = [];
  const waiting: AnyNode[] = [parse(code, { ecmaVersion: 'latest', sourceType: 'script' })];
  // No recursion, because minified code nests deeply.
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    found.push(...insertionsFor(node));
    for (const value of Object.values(node)) for (const child of [value].flat()) if (isNode(child)) waiting.push(child);
  }
  // Of two at one place, an end of a block comes before the begin of one.
  return found.toSorted(
    (one, other) => one.at - other.at || (one.text === '}' ? -1 : 0) - (other.text === '}' ? -1 : 0),
  );
};

/** Asks every time, since a clock that is read is cheap beside what is looked for. Its own frame is left out of the stack. */
const preludeFor = (afterMs: number): string =>
  `(require) => { const now = Date.now, over = now() + ${afterMs}; const ${NAME} = () => { if (now() > over) { const error = new Error('${TICKED}'); Error.captureStackTrace(error, ${NAME}); throw error; } }; return (`;

/** The message of the error that is thrown when the time is over. */
export const TICKED = 'Toolcell: here the CPU time was over';

/** Changes the factory of a module; undefined if it cannot be parsed. The module throws once `afterMs` milliseconds have passed since it was evaluated. */
export const tickingCode = (factoryCode: string, afterMs: number): TickingCode | undefined => {
  let insertions: readonly Insertion[];
  try {
    // Parsed as an expression, whose brackets are those of the prelude.
    insertions = insertionsIn(`(${factoryCode})`).map(({ at, text }) => ({ at: at - 1, text }));
  } catch {
    return undefined;
  }
  let code = preludeFor(afterMs);
  let taken = 0;
  /** Line of the changed code, from 0 → where text was put in, by columns of that line, and its length. */
  const shifts = new Map<number, { readonly column: number; readonly length: number }[]>();
  let [line, column] = [0, code.length];
  shifts.set(0, [{ column: 0, length: code.length }]);
  const take = (text: string): void => {
    code += text;
    const lines = text.split('\n');
    line += lines.length - 1;
    column = (lines.length > 1 ? 0 : column) + (lines.at(-1)?.length ?? 0);
  };
  for (const { at, text } of insertions) {
    take(factoryCode.slice(taken, at));
    taken = at;
    const onLine = shifts.get(line) ?? [];
    onLine.push({ column, length: text.length });
    shifts.set(line, onLine);
    take(text);
  }
  code += `${factoryCode.slice(taken)})(require); }`;
  return {
    code,
    columnOf: (ofLine, ofColumn) => {
      const before = (shifts.get(ofLine - 1) ?? []).filter((shift) => shift.column < ofColumn - 1);
      return before.reduce((left, shift) => left - Math.min(shift.length, ofColumn - 1 - shift.column), ofColumn);
    },
  };
};

/** When a call that has passed `cpuMs` is looked at, as a part of it: before it is stopped, and late enough to be where most of the time goes. */
const LOOK_AT = 0.6;

/**
 * After how many milliseconds such a call is looked at: a guest has no clock of CPU time, and on a busy machine its clock runs ahead of that, as `used` by the
 * call shows. The second time is for a machine that is no longer busy, on which the call would be stopped before the first.
 */
export const lookTimes = (
  cpuMs: number,
  used: { readonly runMs: number; readonly cpuMs: number },
): readonly number[] => {
  const atRest = Math.ceil(cpuMs * LOOK_AT);
  const slower = used.cpuMs > 0 ? used.runMs / used.cpuMs : 1;
  const now = Math.ceil(cpuMs * LOOK_AT * Math.max(1, slower));
  return now > atRest ? [now, atRest] : [atRest];
};
