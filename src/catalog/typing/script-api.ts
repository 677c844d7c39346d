// Writes what a model reads of the tools that its scripts may call: declarations in TypeScript, with descriptions as comments, within a budget of tokens.
// Texts and schemas of tools are untrusted. Pure; runs in the thread for definitions.

import { structuredSchemaIn } from '../../shared/protocol/content-blocks.ts';
import type { JsonObject } from '../../shared/protocol/json.ts';
import { freeName, type NamedType, SchemaTypes } from './schema-types.ts';
import { beginningOf, memberName, pascalWord } from './words.ts';

/** A tool as lists have it. */
export interface DeclaredTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly contentBlocks?: boolean;
}

/** What a model reads of scripts, whatever the tools are. */
export const SCRIPT_USE =
  'Runs a script that calls many tools in one request and answers with its last expression (or what it returns) alone. JavaScript or TypeScript with top-level await; no imports, no network. `await tools.NAME({…})` calls a tool; Promise.all runs 8 calls at a time. A failed call throws a ToolError with `code`. `await tools.find("wish")` finds tools, `await tools.describe("NAME")` gives the schemas of one.';

/** Characters of the descriptions of a tool, of its arguments, and of what is in its result. */
interface Detail {
  readonly ofTool: number;
  readonly ofArgument: number;
  readonly ofResult: number;
}

const FULL: Detail = { ofTool: 240, ofArgument: 80, ofResult: 40 };
const BRIEF: Detail = { ofTool: 80, ofArgument: 0, ofResult: 0 };
/** Characters of the descriptions of tools that have a line each. */
const LINE = 80;
const SHORT_LINE = 40;
/** Characters of a token, of which texts like these have four. A text with more for each is not counted, which would take long. */
const MOST_CHARACTERS = 12;
const LOOK = 'Ask tools.describe("NAME") for what one takes.';

/** The text, with as much of each tool as fits: its whole declaration, a brief one, its name and what it does, or its name; then as many names as fit. */
export const scriptApi = (
  tools: readonly DeclaredTool[],
  maxTokens: number,
  tokensOf: (text: string) => number,
): string => {
  if (tools.length === 0) return `${SCRIPT_USE}\n\nThere is no tool that you may call from a script.`;
  const names = tools.map(({ name }) => name);
  const forms = [
    () => declarationsOf(tools, FULL),
    () => declarationsOf(tools, BRIEF),
    () => `The tools. ${LOOK}\n${tools.map((tool) => lineOf(tool, LINE)).join('\n')}`,
    () => `The tools. ${LOOK}\n${tools.map((tool) => lineOf(tool, SHORT_LINE)).join('\n')}`,
    () => `The tools: ${names.join(', ')}. ${LOOK}`,
  ];
  for (const form of forms) {
    const text = `${SCRIPT_USE}\n\n${form()}`;
    if (text.length <= maxTokens * MOST_CHARACTERS && tokensOf(text) <= maxTokens) return text;
  }
  return asManyNames(names, maxTokens, tokensOf);
};

const asManyNames = (names: readonly string[], maxTokens: number, tokensOf: (text: string) => number): string => {
  // Each name takes a token at least.
  for (let count = Math.min(names.length - 1, maxTokens); ; ) {
    const some = count === 0 ? '' : `, among them ${names.slice(0, count).join(', ')}`;
    const text = `${SCRIPT_USE}\n\nThere are ${names.length} tools${some}. Find others by tools.find. ${LOOK}`;
    const tokens = tokensOf(text);
    if (tokens <= maxTokens || count === 0) return text;
    count = Math.min(count - 1, Math.floor((count * maxTokens) / tokens));
  }
};

const lineOf = ({ name, description }: DeclaredTool, most: number): string =>
  `${name}: ${beginningOf(description, most)}`;

const declarationsOf = (tools: readonly DeclaredTool[], detail: Detail): string => {
  const names = new Set<string>();
  const named: NamedType[] = [];
  const members = tools.flatMap((tool) => declarationOf(tool, detail, names, named));
  const types = named.map(({ name, text }) => `type ${name} = ${text};`);
  return [...types, 'declare const tools: {', ...members, '};'].join('\n');
};

/** The lines of one tool. */
const declarationOf = (
  tool: DeclaredTool,
  { ofTool, ofArgument, ofResult }: Detail,
  names: Set<string>,
  named: NamedType[],
): readonly string[] => {
  const typeOf = (schema: JsonObject, most: number): string => {
    const beside = (description: unknown): string => {
      const text = most === 0 ? '' : beginningOf(description, most);
      return text === '' ? '' : ` /* ${text} */`;
    };
    const nameFor = (wanted: string): string => freeName(`${pascalWord(tool.name)}${wanted}`, names);
    const types = new SchemaTypes(schema, { isInput: false, nameFor, beside });
    const text = types.write('');
    named.push(...types.named);
    return text;
  };
  const comment = beginningOf(tool.description, ofTool);
  const result = resultSchemaOf(tool);
  const returned = result === undefined ? 'string' : typeOf(result, ofResult);
  return [
    ...(comment === '' ? [] : [`// ${comment}`]),
    `${memberName(tool.name)}(${argumentsOf(tool, (schema) => typeOf(schema, ofArgument))}): Promise<${returned}>;`,
  ];
};

const argumentsOf = ({ inputSchema }: DeclaredTool, typeOf: (schema: JsonObject) => string): string => {
  const { properties, required, additionalProperties } = inputSchema;
  const isEmpty = Object.keys((properties ?? {}) as object).length === 0;
  if (isEmpty && additionalProperties === false) return '';
  const isOptional = !Array.isArray(required) || required.length === 0;
  return `args${isOptional ? '?' : ''}: ${typeOf(inputSchema)}`;
};

/** Of content blocks, a script gets the structured content, or their text. */
const resultSchemaOf = ({ outputSchema, contentBlocks }: DeclaredTool): JsonObject | undefined =>
  contentBlocks === true ? structuredSchemaIn(outputSchema) : (outputSchema ?? {});
