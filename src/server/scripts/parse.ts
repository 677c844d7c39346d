// Reads the text of a script: where its last statement is an expression, that becomes the answer. Runs in a thread of its own, because the text is
// untrusted and may take long.

import { type AnyNode, type Program, parse } from 'acorn';

/** The body of a function, and how its columns differ from those of the text. */
export interface ScriptBody {
  readonly body: string;
  /** The line with the word that was put in, and where; absent if none was. */
  readonly moved?: { readonly line: number; readonly column: number };
}

/** What is wrong with a script. Line and column from 1. */
export interface ScriptFault {
  readonly message: string;
  readonly line?: number;
  readonly column?: number;
}

export class ScriptRefused extends Error {
  readonly fault: ScriptFault;

  constructor(fault: ScriptFault) {
    super(fault.message);
    this.fault = fault;
  }
}

const NO_MODULES =
  'A script imports and exports nothing. Its tools are members of "tools", and its last expression or "return" is the answer.';

/** Columns that it takes. */
export const RETURN = 'return (';

/** Throws {@link ScriptRefused} for an import or export, and the parser's error for what is no JavaScript. */
export const bodyOf = (code: string): ScriptBody => {
  const program = parseBody(code);
  const { body } = program;
  for (const { type, loc } of nodesIn(program))
    if (/^(?:Import|Export)/.test(type))
      throw new ScriptRefused({
        message: NO_MODULES,
        ...(loc && { line: loc.start.line, column: loc.start.column + 1 }),
      });
  const last = body.at(-1);
  if (last?.type !== 'ExpressionStatement' || last.loc == null) return { body: code };
  const expression = code.slice(last.start, last.end).replace(/;$/, '');
  const { line, column } = last.loc.start;
  return {
    body: `${code.slice(0, last.start)}${RETURN}${expression})${code.slice(last.end)}`,
    moved: { line, column },
  };
};

/** No recursion, because a text may nest deeply. */
function* nodesIn(program: Program): Generator<AnyNode> {
  const waiting: AnyNode[] = [program];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield node;
    for (const value of Object.values(node) as unknown[])
      for (const each of Array.isArray(value) ? value : [value]) if (isNode(each)) waiting.push(each);
  }
}

const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

const parseBody = (code: string): Program =>
  parse(code, {
    ecmaVersion: 'latest',
    sourceType: 'module',
    allowReturnOutsideFunction: true,
    locations: true,
  });

/** The text of the body in what esbuild has made of {@link wrapped}. */
export const bodyIn = (output: string): string => {
  const [statement, ...more] = parseBody(output).body;
  const made = statement?.type === 'ExpressionStatement' ? statement.expression : undefined;
  if (more.length > 0 || made?.type !== 'ArrowFunctionExpression' || made.body.type !== 'BlockStatement')
    throw new ScriptRefused({
      message: 'It has a bracket too many or too few, or decorators, which a script cannot have.',
    });
  return output.slice(made.body.start + 1, made.body.end - 1);
};

/** As a function for esbuild, which takes no `return` in a module. The text begins in line 2. */
export const wrapped = (code: string): string => `(async () => {\n${code}\n})`;

/** The fault in an error of the parser. */
export const faultOf = (error: unknown): ScriptFault => {
  if (error instanceof ScriptRefused) return error.fault;
  const { message, loc } = error as { message?: string; loc?: { line: number; column: number } };
  const text = String(message).replace(/ \(\d+:\d+\)$/, '');
  return loc === undefined ? { message: text } : { message: text, line: loc.line, column: loc.column + 1 };
};
