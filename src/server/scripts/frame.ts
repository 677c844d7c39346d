// The frame around the text of a script: a module as a factory, as runners take it, whose one export runs the text as the body of an async function.
// The text keeps its lines, so that places in it are the author's. Front process and the thread that reads scripts. Decision 0068.

import type { CheckedProgram } from '../../shared/protocol/program.ts';

/** File name in stacks. */
export const SCRIPT_FILE = 'script.ts';
export const SCRIPT_EXPORT = 'script';

const HEAD = `(require) => {"use strict"; return { ${SCRIPT_EXPORT}: () => async (__arguments, { toolcellScript: { tools, ToolError } }) => { const __result = await (async () => {`;
const TAIL = '\n})(); return __result === undefined ? null : __result; } }; }';
/** Columns before the text in its first line. */
export const HEAD_COLUMNS = HEAD.length;

/** `body`: a text that the parser has found to be the body of a function. */
export const framed = (body: string): string => `${HEAD}${body}${TAIL}`;

export const programOf = (digest: string, factoryCode: string): CheckedProgram => ({
  pluginName: '(scripts)',
  digest,
  entryName: SCRIPT_FILE,
  factoryCode,
  validatorCode: '',
  diagnosisCode: '',
  verdict: { mode: 'isolate', reason: 'it is a script' },
  isScript: true,
});
