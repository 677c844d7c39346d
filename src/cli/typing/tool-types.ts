// Writes the module with the types of a server's tools, for `createClient<Tools>()`.

import type { Tool, ToolSchema } from '../../../packages/client/src/client.ts';
import { freeName, type NamedType, SchemaTypes } from '../../catalog/typing/schema-types.ts';
import { commentLines, memberName, pascalWord } from '../../catalog/typing/words.ts';
import { byCodePoint } from '../../shared/text/order.ts';

const HEAD = `// The types of a server's tools, for createClient<Tools>() of toolcell/client. Written by "toolcell types": do not change it, run that again.
`;
const INDENT = '    ';

/** The text of the module. The same tools give the same text. Texts and schemas of tools are untrusted. */
export const toolTypesModule = (tools: readonly Tool[]): string => {
  const names = new Set(['Tools']);
  const named: NamedType[] = [];
  const members = tools
    .toSorted((one, other) => byCodePoint(one.name, other.name))
    .map((tool) => memberOf(tool, names, named));
  const types = named.map(({ name, text }) => `\nexport type ${name} = ${text};\n`);
  return `${HEAD}${types.join('')}\nexport interface Tools {\n${members.join('')}}\n`;
};

const memberOf = (tool: Tool, names: Set<string>, named: NamedType[]): string => {
  const write = (part: string, schema: ToolSchema, isInput: boolean): string => {
    const nameFor = (wanted: string): string => freeName(`${pascalWord(tool.name)}${part}${wanted}`, names);
    const types = new SchemaTypes(schema, { isInput, nameFor });
    const text = types.write(INDENT);
    named.push(...types.named);
    return text;
  };
  const input = write('Arguments', tool.inputSchema, true);
  const output = write('Result', tool.outputSchema, false);
  const lines = [
    ...commentLines(tool.description, '  '),
    `  ${memberName(tool.name)}: {`,
    `${INDENT}arguments: ${tool.inputSchema.type === 'object' ? input : `(${input}) & object`};`,
    ...commentLines(tool.outputSchema.description, INDENT),
    `${INDENT}result: ${output};`,
    '  };',
  ];
  return `${lines.join('\n')}\n`;
};
