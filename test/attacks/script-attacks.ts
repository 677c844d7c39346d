// Attacks of the corpus as scripts of a caller: what is sent, and how it may end. The files are not copied: a plugin's module is the body of a script if
// it exports nothing.

import { toolOf } from '../../src/cli/attack/bundles.ts';
import type { Attack } from '../../src/cli/attack/corpus.ts';

/** Families and attacks that are no script, each with the reason. Their tools are called by one. */
export const CALLED: Readonly<Record<string, string>> = {
  schemas: 'the schema of a tool attacks, and a script has none',
  content: 'content blocks are a form of results of tools, and of a script they are plain data',
  'modules/exports-no-function': 'a script exports nothing',
  'modules/exports-nothing': 'a script exports nothing',
  'results/wrong-type': 'the result of a script has no schema that it could miss',
  'results/surplus-properties': 'the result of a script has no schema that it could miss',
  'results/raw-number-past-schema': 'the result of a script has no schema that it could miss',
};

export const isCalled = ({ family, behaviour }: Attack): boolean =>
  Object.hasOwn(CALLED, family) || Object.hasOwn(CALLED, `${family}/${behaviour}`);

/** The attack as the body of a script. `farEnd`: where those that reach out want to. */
export const scriptOf = ({ source, arguments: args }: Attack, farEnd: string): string => `
const FAR_END = ${JSON.stringify(farEnd)};
${source.replaceAll(/^export (?:default )?/gm, '')}
return await attack(${JSON.stringify(args)}, Object.freeze({ callId: 'call', toolName: 'attack' }));`;

/** A script that calls the attack's tool, and answers with its result or its failure. */
export const callOf = (attack: Attack): string => `
try {
  return { code: 'ok', value: await tools[${JSON.stringify(toolOf(attack))}](${JSON.stringify(attack.arguments)}) };
} catch ({ code, message }) {
  return { code, detail: message };
}`;

/** A script that must find all as it is at the start, with what it finds. */
export const PROBE = `
const namesOf = (object) => Reflect.ownKeys(object).map(String).join();
const kinds = [Object, Array, Function, String, Number, Promise, RegExp, Map, Error];
return {
  names: [globalThis, ...kinds, ...kinds.map(({ prototype }) => prototype)].map(namesOf),
  sum: (await tools.neighbour({ n: 4 })).sum,
  left: Object.keys(tools),
};`;

/** How a tool's failure is told of a script; other codes are the same. */
const CODES: Readonly<Record<string, readonly string[]>> = {
  // Some of what fails in a tool is not even compiled in a script, such as imports.
  tool_error: ['script_error', 'invalid_script'],
  // What a schema refuses is a result of a script like any other.
  invalid_result: ['script_error', 'script_exceeded', 'ok'],
  result_too_large: ['script_exceeded'],
  refused: ['invalid_script', 'script_error', 'script_exceeded', 'ok'],
};

const REFUSED_IN_SCRIPTS = 'script_error';

/** The codes that the attack may end with as a script. */
export const codesOf = ({ family, expects, outputSchema }: Attack): readonly string[] => {
  const codes = expects.flatMap((code) => CODES[code] ?? (code.startsWith('exceeded_') ? ['script_exceeded'] : [code]));
  // A request is refused, and some attacks do not catch that; there is no store at all.
  if (family === 'reach') codes.push(REFUSED_IN_SCRIPTS);
  // Without a schema the whole result is written.
  if (outputSchema && Object.keys(outputSchema).length > 0) codes.push('ok', 'script_exceeded');
  return [...new Set(codes)];
};
