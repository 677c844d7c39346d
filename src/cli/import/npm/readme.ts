// The README of an imported server: where it came from, what it reaches, what its operator has to grant, and what is fixed. Runs on the author's machine.

import type { Manifest } from '../../../../packages/plugin/src/manifest.ts';
import { shown } from '../../../catalog/model/refusal.ts';
import type { FinalBundle } from './final-bundle.ts';

export interface ReadmeFacts {
  readonly way: Pick<FinalBundle, 'sdk' | 'isAhead'>;
  /** Names of variables with a fixed value. */
  readonly settings: readonly string[];
  /** Names of variables without one. */
  readonly unset: readonly string[];
  /** Names of variables that only the code names. */
  readonly unread: readonly string[];
  /** Origins that only the code names. */
  readonly written: readonly string[];
}

const list = (names: readonly string[]): string => names.map((name) => `\`${shown(name)}\``).join(', ');

export const readmeText = (manifest: Manifest, { way, settings, unset, unread, written }: ReadmeFacts): string => {
  const { name, importedFrom, tools, capabilities = {} } = manifest;
  const { fetch = [], secrets = [] } = capabilities;
  const reaches = fetch.map(
    ({ origin, methods = ['GET'], path = '/*' }) =>
      `* ${methods.join(', ')} ${origin}${path}${written.includes(origin) ? ', found in its code: optional' : ''}\n`,
  );
  const needs = secrets.map(({ name: secret, origin }) => `* the secret \`${secret}\`, for ${origin}\n`);
  return `# ${name}

Written by \`toolcell import npm\` from ${importedFrom?.source} ${importedFrom?.version}. Import it again for a newer version; \`toolcell approve\` then shows what is new.

${tools.length} tools. Each call starts the server afresh and ends it: what it keeps in memory is gone then. It asks for:

${[...reaches, ...needs].join('') || '* nothing\n'}
The requests are those that the server wanted to send when each tool was tried once, without a network. If a call is refused another one, add that to \`plugin.json\`.

* Variables with a fixed value: ${list(settings) || 'none'}
* Variables that it reads and that have none: ${list(unset) || 'none'}
* Variables that were found in its code and not read when it was tried: ${list(unread) || 'none'}

\`index.js\` is the server with its libraries${way.sdk === 'light' ? ", in which Toolcell's own code stands in for MCP's SDK" : ''}${way.isAhead ? '' : '; its module is evaluated within each call'}.
`;
};
