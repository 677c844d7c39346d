// `toolcell import openapi FILE|URL`: recognises the description of an API, and reads the flags of its import.

import { closeSync, openSync, readSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ImportKind } from '../kind.ts';
import { importOpenApi } from './import-openapi.ts';
import { fileSource, type Source, webSource } from './source.ts';

/** Bytes at the start of a file that are looked at. */
const START_BYTES = 65_536;

export const openApiKind: ImportKind = {
  name: 'openapi',
  meaning: 'the description of an HTTP API: OpenAPI 3 or Swagger 2, in JSON or YAML',
  flags: {
    only: {
      argument: 'PATTERNS',
      meaning: "only these operations or tools, such as 'issues/*,GET /users/*' or 'search_*,get_issue'",
    },
    'read-only': { meaning: 'only operations that change nothing' },
    prefix: { argument: 'TEXT', meaning: 'what the names of tools begin with' },
    server: { argument: 'URL', meaning: "the API's address, if the document does not say it or says another" },
    auth: {
      argument: 'HOW',
      meaning:
        'the credentials, if the document does not say: bearer, basic, header:NAME, query:NAME, cookie:NAME or none',
    },
    user: {
      argument: 'NAME',
      meaning: 'the user name of HTTP Basic, or the id of an OAuth client, if it is no secret',
    },
  },
  recognise(word, cwd) {
    if (/^https?:\/\//i.test(word)) return 'an address';
    const start = startOf(resolve(cwd, word));
    return start !== undefined && /(^|[\s"'{,])["']?(openapi|swagger)["']?\s*:/.test(start)
      ? 'a file that begins as the description of an API does'
      : undefined;
  },
  async run({ word, pluginName, context }) {
    const { args, cwd } = context;
    const { form, manifest, files, operations, documentTokens, notes } = await context.withProgress(
      'Reading the document',
      importOpenApi(sourceOf(word, cwd), {
        pluginName,
        only: args.value('only'),
        isReadOnly: args.has('read-only'),
        prefix: args.value('prefix'),
        server: args.value('server'),
        auth: args.value('auth'),
        user: args.value('user'),
      }),
    );
    return {
      manifest,
      files,
      notes,
      lines: [
        `${form}: ${manifest.tools.length} of ${operations} operations; the document has ${documentTokens} tokens`,
      ],
      report: { form, operations, documentTokens },
    };
  },
};

const sourceOf = (word: string, cwd: string): Source => {
  const url = /^https?:\/\//i.test(word) ? URL.parse(word) : null;
  return url === null ? fileSource(word, cwd) : webSource(url);
};

const startOf = (path: string): string | undefined => {
  try {
    const file = openSync(path, 'r');
    try {
      const bytes = Buffer.alloc(START_BYTES);
      return bytes.subarray(0, readSync(file, bytes)).toString('utf8');
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
};
