// Proves the import of one document: its tools answer against somebody else's mock of it, in the sandbox; what lies next to them is refused without a
// connection; their types compile; each provider's format carries them.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tool } from '../../../../../packages/client/src/client.ts';
import type { ManifestTool } from '../../../../../packages/plugin/src/manifest.ts';
import { formedTool } from '../../../../../src/catalog/search/formats/formed-tool.ts';
import { isObstacle } from '../../../../../src/catalog/search/formats/telling.ts';
import { toolTypesModule } from '../../../../../src/cli/typing/tool-types.ts';
import { type ApiFormat, faultsOf, SHAPES } from '../../../../catalog/search/formats/apis.ts';
import { compile } from '../../../../packages/plugin/compiler.ts';
import { temporaryFolder } from '../../../run-command.ts';
import { callAll } from './calls.ts';
import { startFront } from './front.ts';
import type { OthersApi } from './list.ts';
import { neighboursOf } from './neighbours.ts';
import { apiPeerFile, splitDocument, startMock } from './peers.ts';
import { addReach, type Imported, importAll, operationsOf } from './plugins.ts';

const BASE = '/base/v1';
const NEIGHBOURS = 20;

/** What was found. Lists are empty if all is well. */
export interface Proof {
  readonly form: string;
  readonly operations: number;
  readonly tools: number;
  readonly plugins: number;
  readonly documentTokens: number;
  readonly toolTokens: number;
  /** Kinds of requests that the manifests ask for. */
  readonly rules: number;
  readonly secrets: number;
  readonly notes: readonly string[];
  /** Tools that did not answer: name and why. */
  readonly unanswered: readonly string[];
  readonly denied: number;
  /** Requests next to the granted ones that were not refused, or that opened a connection. */
  readonly let: readonly string[];
  readonly typeFaults: readonly string[];
  readonly formatFaults: readonly string[];
}

const compileFaults = (folder: string, tools: readonly ManifestTool[]): readonly string[] => {
  const place = join(folder, 'types');
  mkdirSync(place, { recursive: true });
  const options = { strict: true, noEmit: true, skipLibCheck: true, types: [], lib: ['esnext'] };
  writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['tools.ts'] }));
  writeFileSync(join(place, 'tools.ts'), toolTypesModule(tools as unknown as readonly Tool[]));
  return compile(place).complaints.map(({ line, message }) => `line ${line}: ${message}`);
};

const formatFaultsOf = (tools: readonly ManifestTool[]): readonly string[] =>
  tools.flatMap((tool) =>
    (Object.keys(SHAPES) as ApiFormat[]).flatMap((format) =>
      [false, true].flatMap((isStrict) => {
        const formed = formedTool(tool as never, format, isStrict && format !== 'gemini');
        if (isObstacle(formed)) return [`${tool.name} in ${format}: ${formed.reason}`];
        return faultsOf(tool as never, format, isStrict && format !== 'gemini').map(
          (fault) => `${tool.name} in ${format}: ${fault}`,
        );
      }),
    ),
  );

/** Proves one document. Rejects if it cannot be imported, or the mock does not start. */
export const proofOf = async (api: OthersApi): Promise<Proof> => {
  const folder = temporaryFolder();
  const file = apiPeerFile(api.file);
  const operations = operationsOf(readFileSync(file, 'utf8'));
  const read = api.isSplit ? splitDocument(file, join(folder.path, 'document')) : file;
  const mock = await startMock(read);
  const front = await startFront(mock.origin, BASE);
  try {
    const plugins = await importAll(api, operations, {
      file: read,
      folder: folder.path,
      server: `${front.origin}${BASE}`,
    });
    const neighbours = neighboursOf(operations, BASE, NEIGHBOURS);
    const unanswered: string[] = [];
    const through: string[] = [];
    for (const one of plugins) {
      addReach(one);
      const found = await callAll(one, { front, base: BASE, neighbours, operations });
      unanswered.push(...found.unanswered);
      through.push(...found.let);
    }
    const tools = plugins.flatMap(({ manifest }) => manifest.tools);
    const sum = (count: (one: Imported) => number): number => plugins.reduce((all, one) => all + count(one), 0);
    return {
      form: plugins[0]?.report.form ?? '',
      operations: operations.length,
      tools: tools.length,
      plugins: plugins.length,
      documentTokens: plugins[0]?.report.documentTokens ?? 0,
      toolTokens: sum(({ report }) => report.tokens.total),
      rules: sum(({ manifest }) => manifest.capabilities?.fetch?.length ?? 0),
      secrets: sum(({ manifest }) => manifest.capabilities?.secrets?.length ?? 0),
      notes: plugins.flatMap(({ report }) => report.notes),
      unanswered,
      denied: neighbours.length,
      let: through,
      typeFaults: compileFaults(folder.path, tools),
      formatFaults: formatFaultsOf(tools),
    };
  } finally {
    await front.close();
    await mock.close();
    folder.remove();
  }
};
