// Compiles a plugin's schemas to validator code, in a runner that is used once: a hostile schema can harm only that process.

import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import addFormats from 'ajv-formats';
import { BLOCK_FORMATS } from '../../../shared/protocol/content-forms.ts';
import type { Program, ProgramTool, Refusal } from '../../../shared/protocol/program.ts';

export class SchemaRefused extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.reason);
    this.refusal = refusal;
  }
}

type Side = 'input' | 'output';

/** Whether a validator stops at the first violation, or lists all of them with what the schema allows there. */
type Thoroughness = 'first' | 'all';

type OnTool = (where: string) => void;

/**
 * A script that evaluates to `(require) => ({ [toolName]: { input, output } })`. Validators stop at the first violation.
 * Throws {@link SchemaRefused}. `onTool` is called before each schema, so that a compilation that never ends can be explained.
 */
export const compileValidators = (program: Program, onTool: OnTool): string =>
  scriptOf(program, ['input', 'output'], 'first', onTool);

/** The same for arguments alone. These validators list all violations, for the diagnosis of a failed call. */
export const compileDiagnosis = (program: Program, onTool: OnTool): string =>
  scriptOf(program, ['input'], 'all', onTool);

const scriptOf = ({ tools }: Program, sides: readonly Side[], thoroughness: Thoroughness, onTool: OnTool): string => {
  const parts = tools.map((tool, index) => {
    const validators = sides.map((side) => {
      const where = `plugin.json /tools/${index}/${side}Schema`;
      onTool(where);
      return `${side}: ${compileSchema(tool, side, where, thoroughness)}`;
    });
    return `${JSON.stringify(tool.name)}: { ${validators.join(', ')} }`;
  });
  return `(function (require) { 'use strict'; return { ${parts.join(',\n')} }; })`;
};

const ajvOf = (thoroughness: Thoroughness): Ajv2020 => {
  const ajv = new Ajv2020({
    strict: false,
    ownProperties: true,
    allErrors: thoroughness === 'all',
    // Gives the schema around a violation, for the names and types in it.
    verbose: thoroughness === 'all',
    validateFormats: true,
    // The catalog has checked the schema against its meta-schema. Compiling the meta-schema takes a hundred times as long as the schema.
    validateSchema: false,
    meta: false,
    code: { source: true, esm: false },
    logger: false,
  });
  (addFormats as unknown as (ajv: unknown) => void)(ajv);
  for (const [name, form] of Object.entries(BLOCK_FORMATS)) ajv.addFormat(name, form);
  return ajv;
};

const compileSchema = (tool: ProgramTool, side: Side, where: string, thoroughness: Thoroughness): string => {
  const schema = side === 'input' ? tool.inputSchema : tool.outputSchema;
  if (schema === true || (typeof schema === 'object' && Object.keys(schema).length === 0)) return 'undefined';
  try {
    const ajv = ajvOf(thoroughness);
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
