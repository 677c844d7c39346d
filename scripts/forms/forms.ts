// Compiles the checks in `schemas/checks.js` from the schemas. A start that compiled them itself would spend a third of its time on it.
//
// Each check returns true or false only. If it returns false, ajv itself checks the value again and describes the violations. So the
// code that builds descriptions is removed, which leaves a fifth of the text.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Node, parse } from 'acorn';
import { Ajv2020, type Options, type ValidateFunction } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { build, stop } from 'esbuild';
import { LOCK_CHECK, MANIFEST_CHECK, SCHEMA_CHECK } from '../../src/catalog/manifest/ajv.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
/** Path of the file with the checks. */
export const FORMS_FILE = join(PROJECT, 'schemas/checks.js');

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';
/** Name of the constant that replaces each object that describes a violation. */
const NOTED = 'NOTED';

interface Form {
  readonly name: string;
  readonly options: Options;
  compile(ajv: Ajv2020): ValidateFunction;
}

/** A schema of this repository without titles and descriptions. */
const published = (name: string): object =>
  JSON.parse(readFileSync(join(PROJECT, 'schemas', `${name}.schema.json`), 'utf8'), (key, value) =>
    ['title', 'description'].includes(key) && typeof value === 'string' ? undefined : value,
  ) as object;

const FORMS: readonly Form[] = [
  { name: 'isManifest', options: MANIFEST_CHECK, compile: (ajv) => ajv.compile(published('plugin')) },
  { name: 'isLock', options: LOCK_CHECK, compile: (ajv) => ajv.compile(published('lock')) },
  {
    name: 'isSchema',
    options: SCHEMA_CHECK,
    compile: (ajv) => ajv.getSchema(DIALECT) as ValidateFunction,
  },
];

/** The code of a check, compiled with the server's options of ajv, except that it ends at the first violation. */
const codeOf = ({ options, compile }: Form): string => {
  const code = { source: true, esm: true };
  const ajv = new Ajv2020({ ...options, allErrors: false, verbose: false, messages: false, code });
  // The types describe the module as a namespace, but it is the function itself.
  const toCode = standaloneCode as unknown as (ajv: Ajv2020, validate: ValidateFunction) => string;
  return `const ${NOTED} = {};\n${withoutViolations(toCode(ajv, compile(ajv)))}`;
};

interface ObjectNode extends Node {
  readonly properties: readonly { readonly key?: { readonly name?: string } }[];
}

/** Replaces each object that describes a violation by one constant. Their members have no side effects, so the check stays the same. */
const withoutViolations = (code: string): string => {
  const found: Node[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, properties } = node as ObjectNode;
    const names = type === 'ObjectExpression' ? properties.map(({ key }) => key?.name) : [];
    if (['instancePath', 'schemaPath', 'keyword', 'params'].every((name) => names.includes(name)))
      found.push(node as Node);
    else Object.values(node).forEach(visit);
  };
  visit(parse(code, { ecmaVersion: 'latest', sourceType: 'module' }));
  let text = code;
  for (const { start, end } of found.toReversed()) text = text.slice(0, start) + NOTED + text.slice(end);
  return text;
};

/** The text that {@link FORMS_FILE} should have. */
export const formsText = async (): Promise<string> => {
  const { outputFiles } = await build({
    stdin: {
      contents: FORMS.map(({ name }) => `export { validate as ${name} } from 'form:${name}';`).join('\n'),
      resolveDir: PROJECT,
    },
    plugins: [
      {
        name: 'forms',
        setup: ({ onResolve, onLoad }) => {
          onResolve({ filter: /^form:/ }, ({ path }) => ({ path: path.slice('form:'.length), namespace: 'form' }));
          onLoad({ filter: /.*/, namespace: 'form' }, ({ path }) => ({
            contents: codeOf(FORMS.find(({ name }) => name === path) as Form),
            resolveDir: PROJECT,
          }));
        },
      },
    ],
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    target: 'esnext',
    minify: true,
    lineLimit: 160,
    legalComments: 'none',
    write: false,
    logLevel: 'silent',
    banner: { js: '// Made by "npm run forms" from the schemas; see scripts/forms/forms.ts.' },
  });
  // Ends the bundler's process, which would otherwise stay until this one ends.
  await stop();
  return outputFiles[0]?.text ?? '';
};
