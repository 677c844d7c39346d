// Turns a plugin's schemas into validator code, in a throwaway runner: a hostile schema costs that process and nothing else.

import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import addFormats from 'ajv-formats';
import type { Program, ProgramTool, Refusal } from '../protocol/program.ts';

/** Thrown for a schema that cannot be compiled. */
export class SchemaRefused extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.reason);
    this.refusal = refusal;
  }
}

/**
 * A script that evaluates to `(require) => ({ [toolName]: { input, output } })`. Validators stop at the first few errors.
 * Throws {@link SchemaRefused}. `onTool` is told what comes next, so that a compilation that never ends can be explained.
 */
export const compileValidators = (program: Program, onTool: (where: string) => void): string => {
  const parts: string[] = [];
  program.tools.forEach((tool, index) => {
    const sides = (['input', 'output'] as const).map((side) => {
      const where = `plugin.json /tools/${index}/${side}Schema`;
      onTool(where);
      return `${side}: ${compileSchema(tool, side, where)}`;
    });
    parts.push(`${JSON.stringify(tool.name)}: { ${sides.join(', ')} }`);
  });
  return `(function (require) { 'use strict'; return { ${parts.join(',\n')} }; })`;
};

const compileSchema = (tool: ProgramTool, side: 'input' | 'output', where: string): string => {
  const schema = side === 'input' ? tool.inputSchema : tool.outputSchema;
  if (schema === true || (typeof schema === 'object' && Object.keys(schema).length === 0)) return 'undefined';
  try {
    const ajv = new Ajv2020({
      strict: false,
      ownProperties: true,
      allErrors: false,
      validateFormats: true,
      code: { source: true, esm: false },
      logger: false,
    });
    (addFormats as unknown as (ajv: unknown) => void)(ajv);
    const code = (standaloneCode as unknown as (ajv: unknown, validate: unknown) => string)(
      ajv,
      ajv.compile(schema as object),
    );
    return `(function () { const module = { exports: {} }; const exports = module.exports; ${code}\nreturn module.exports; })()`;
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 500) : 'it cannot be compiled';
    throw new SchemaRefused({
      where,
      reason: `the schema does not compile: ${reason}`,
      hint: 'Write it in JSON Schema 2020-12, with references only inside the same schema.',
    });
  }
};
