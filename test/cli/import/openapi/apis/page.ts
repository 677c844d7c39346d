// Writes docs/imported-apis.md from what was found.

import { join } from 'node:path';
import type { OthersApi } from './list.ts';
import type { Proof } from './prove.ts';

export const PAGE = join(import.meta.dirname, '../../../../../docs/imported-apis.md');

const numbers = new Intl.NumberFormat('en-US');

const rowOf = ({ name, file, licence, isSplit }: OthersApi, proof: Proof): string => {
  const [scope = '', second = '', ...rest] = file.split('/');
  const [holder, path] = scope.startsWith('@')
    ? [`${scope}/${second}`, rest.join('/')]
    : [scope, [second, ...rest].join('/')];
  const { form, operations, tools, plugins, documentTokens, toolTokens, rules, secrets } = proof;
  const each = Math.round(toolTokens / tools);
  const split = plugins === 1 ? '' : ` in ${plugins} plugins`;
  const shown = [documentTokens, toolTokens, each, rules, secrets].map((count) => numbers.format(count));
  return `| ${name} | \`${path}\` of \`${holder}\` (${licence})${isSplit ? ', split' : ''} | ${form} | ${tools} of ${operations}${split} | ${shown.join(' | ')} |`;
};

const leftOutOf = ({ name }: OthersApi, { notes }: Proof): readonly string[] =>
  notes.filter((note) => note.includes('is left out')).map((note) => `* ${name}: ${note}`);

/** The whole page. */
export const pageOf = (found: readonly (readonly [api: OthersApi, proof: Proof])[]): string => {
  const sum = (count: (proof: Proof) => number): string =>
    numbers.format(found.reduce((all, [, proof]) => all + count(proof), 0));
  const leftOut = found.flatMap(([api, proof]) => leftOutOf(api, proof));
  const excused = found.flatMap(([{ name, excused: reasons = {} }]) =>
    [...new Set(Object.values(reasons))].map((reason) => {
      const tools = Object.keys(reasons).filter((tool) => reasons[tool] === reason);
      return `* ${name}: ${tools.map((tool) => `\`${tool}\``).join(', ')}: ${reason}`;
    }),
  );
  return `# Imported APIs

${found.length} descriptions of APIs that others wrote, imported by [\`toolcell import openapi\`](import-openapi.md) as they are: ${sum(({ tools }) => tools)} tools. \`test/cli/import/openapi/apis/apis.nightly.test.ts\` proves each of them, and
compares this page, which \`node test/cli/import/openapi/apis/write.ts\` writes. For each document:

* Every tool answers in the sandbox, with its example's arguments and, unless its schema has alternatives, with all that it may take, against a mock that Prism makes of the same document and that
  checks each request against it. The tools that the mock does not answer are [named below](#not-answered-by-the-mock).
* ${found[0]?.[1].denied ?? 0} requests next to the described ones, sent by code that an attacker added to the plugin, are refused without a connection.
* The [types](client.md) of the tools compile, and the [formats](formats.md) of OpenAI, Anthropic and Gemini carry each tool, strict or not.

| API | document | form | tools | tokens of the document | of the tools | of a tool | kinds of requests | secrets |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
${found.map(([api, proof]) => rowOf(api, proof)).join('\n')}
| all | | | ${sum(({ tools }) => tools)} of ${sum(({ operations }) => operations)} | ${sum(({ documentTokens }) => documentTokens)} | ${sum(({ toolTokens }) => toolTokens)} | | ${sum(({ rules }) => rules)} | ${sum(({ secrets }) => secrets)} |

* **tokens**: as \`toolcell import\` counts them: the document's text, and the definitions of all tools, which a conversation has that offers them all.
* **split**: into files that refer to each other, by Redocly's command, before the import. The tokens are those of the main file.
* **in 2 plugins**: a plugin has at most 128 tools and 256 kB of manifest, so \`--only\` chose a part for each.
${leftOut.length === 0 ? '' : `\n## Left out\n\nThe command says so of these operations:\n\n${leftOut.join('\n')}\n`}${excused.length === 0 ? '' : `\n## Not answered by the mock\n\n${excused.join('\n')}\n`}`;
};
