// The README of a written plugin: where it came from, what it reaches, and what its operator has to grant.

import type { Manifest } from '../../../../packages/plugin/src/manifest.ts';
import { tokenCounts } from '../../plugin/tokens.ts';

export const readmeText = (
  manifest: Manifest,
  { form, documentTokens }: { readonly form: string; readonly documentTokens: number },
): string => {
  const { name, importedFrom, capabilities = {}, tools } = manifest;
  const { fetch = [], secrets = [] } = capabilities;
  const origins = [...new Set(fetch.map(({ origin }) => origin))];
  return `# ${name}

Written by \`toolcell import openapi\` from ${importedFrom?.source} (${form}). Import it again when the API changes; \`toolcell approve\` then shows what is new.

* ${tools.length} tools, ${tokenCounts(manifest).total} tokens in every conversation that has them all; the document has ${documentTokens}.
* It sends ${fetch.length} kinds of requests, to ${origins.join(', ')}, and no others: \`plugin.json\` has each method and path, and the host refuses the rest.
${secrets.map(({ name: secret, origin, description }) => `* \`${secret}\`, for ${origin}: ${description ?? ''}\n`).join('')}
| file | |
|---|---|
| \`plugin.json\` | the tools: names, descriptions, schemas, examples with the API's answers |
| \`index.js\` | a table with one entry for each tool: method, path, and where each argument goes; and the code that builds the request and reads the reply |

\`toolcell test\` runs the examples without a network, \`toolcell check\` what a server checks, and \`toolcell grant ${name}\` grants what it asks for.
`;
};
