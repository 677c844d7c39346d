// Compiles the validators that the server makes of a schema, in this process.

import { createRequire } from 'node:module';
import vm from 'node:vm';
import { compileDiagnosis, compileValidators } from '../../src/cell/runner/inspection/schema-compile.ts';
import type { Json, JsonSchema } from '../../src/shared/protocol/json.ts';
import type { Program } from '../../src/shared/protocol/program.ts';

type Check = (value: Json) => boolean;

const require = createRequire(import.meta.url);

const compiled = (compile: typeof compileValidators, inputSchema: JsonSchema): Check => {
  const tool = { name: 'tool', exportName: 'tool', inputSchema, outputSchema: true };
  const code = compile({ tools: [tool] } as unknown as Program, () => {});
  const { tool: made } = vm.runInThisContext(code)(require) as { tool: { input?: Check } };
  return made.input ?? (() => true);
};

/** Both validators of a schema: the one that stops at the first violation, and the one that reports all. */
export const validatorsOf = (schema: JsonSchema): readonly Check[] =>
  [compileValidators, compileDiagnosis].map((compile) => compiled(compile, schema));
