// Entry of the thread that compiles scripts. JavaScript is only read here; what it cannot read as such, esbuild takes for TypeScript, in a process of its
// own. Front process. Decision 0068.

import { COMMON_ARGUMENTS, errorsIn, runEsbuild } from '../../catalog/compile/esbuild.ts';
import { framed, SCRIPT_FILE } from './frame.ts';
import { bodyIn, bodyOf, faultOf, type ScriptBody, type ScriptFault, ScriptRefused, wrapped } from './parse.ts';

/** esbuild takes some 20 ms; seconds only on a busy machine. Its CPU time and its memory are limited besides. */
const COMPILE_MS = 20_000;

export type CompiledScript =
  | {
      readonly ok: true;
      readonly factoryCode: string;
      readonly moved?: ScriptBody['moved'];
      /** Source map of the frame's content, as JSON, if esbuild has rewritten it. */
      readonly map?: string;
    }
  | {
      readonly ok: false;
      readonly fault: ScriptFault;
      /** Time was up, which says nothing about the text. */
      readonly isLate?: true;
    };

export default async (code: string): Promise<CompiledScript> => {
  try {
    return asScript(code);
  } catch (error) {
    const fault = faultOf(error);
    if (error instanceof ScriptRefused) return { ok: false, fault };
    const typed = await asTypeScript(code);
    // Both readers refuse it. The first one says it better, unless the text has types.
    return typed.ok || typed.isLate || looksTyped(code) ? typed : { ok: false, fault };
  }
};

const asScript = (code: string): CompiledScript => {
  const { body, moved } = bodyOf(code);
  return { ok: true, factoryCode: framed(body), ...(moved && { moved }) };
};

const looksTyped = (code: string): boolean =>
  /\b(?:interface|type|enum|as)\s+\w|[\w)\]]\??:\s*[A-Za-z{[]|\bsatisfies\b/.test(code);

/** Only types are taken out: this engine runs the rest as it is, and what is refused in it is found afterwards. */
const ARGUMENTS: readonly string[] = [
  ...COMMON_ARGUMENTS.filter((argument) => !/^--(?:target|supported)/.test(argument)),
  ...['--target=esnext', '--sourcemap=inline', '--tree-shaking=false'],
];

const asTypeScript = async (code: string): Promise<CompiledScript> => {
  const ran = await runEsbuild({
    args: ['--loader=ts', `--sourcefile=${SCRIPT_FILE}`, ...ARGUMENTS],
    input: wrapped(code),
    timeoutMs: COMPILE_MS,
  });
  if (!ran.ok && ran.why === 'timeout') return { ok: false, fault: { message: TOO_MUCH }, isLate: true };
  if (!ran.ok) return { ok: false, fault: ran.why === 'errors' ? faultIn(ran.text) : { message: TOO_MUCH } };
  try {
    const { text, map } = splitMap(ran.output);
    const { body } = bodyOf(bodyIn(text));
    return { ok: true, factoryCode: framed(body), ...(map && { map }) };
  } catch (error) {
    // Its places are those of the output.
    return { ok: false, fault: { message: faultOf(error).message } };
  }
};

const TOO_MUCH = 'The script takes too much to compile. Simplify it.';

const faultIn = (text: string): ScriptFault => {
  const [first] = errorsIn(text);
  if (first === undefined) return { message: 'The script cannot be compiled.' };
  const [line = 0, column = 0] = first.place?.split(':').map(Number) ?? [];
  return first.place === undefined
    ? { message: first.message }
    : { message: first.message, line: Math.max(1, line - 1), column };
};

const MARK = '\n//# sourceMappingURL=data:application/json;base64,';

const splitMap = (output: string): { readonly text: string; readonly map: string | undefined } => {
  const at = output.lastIndexOf(MARK);
  if (at === -1) return { text: output, map: undefined };
  return {
    text: output.slice(0, at),
    map: Buffer.from(output.slice(at + MARK.length).trim(), 'base64').toString(),
  };
};
