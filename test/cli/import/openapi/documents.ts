// Imports documents of tests in this process, without a command line.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ImportRefused } from '../../../../src/cli/import/kind.ts';
import {
  type ImportedApi,
  importOpenApi,
  type OpenApiOptions,
} from '../../../../src/cli/import/openapi/import-openapi.ts';
import { fileSource } from '../../../../src/cli/import/openapi/source.ts';
import { writeFiles } from '../../plugin-folder.ts';

/** Options that choose nothing. */
export const NO_OPTIONS: OpenApiOptions = {
  pluginName: 'api',
  only: undefined,
  isReadOnly: false,
  prefix: undefined,
  server: undefined,
  auth: undefined,
  user: undefined,
};

/** Imports the file `name` of `folder`. */
export const importFile = (folder: string, name: string, options: Partial<OpenApiOptions> = {}): Promise<ImportedApi> =>
  importOpenApi(fileSource(name, folder), { ...NO_OPTIONS, ...options });

/** Writes a document, a text or a value, and imports it. */
export const importDocument = (
  folder: string,
  document: unknown,
  options: Partial<OpenApiOptions> = {},
): Promise<ImportedApi> => {
  writeFiles(folder, { 'document.json': document });
  return importFile(folder, 'document.json', options);
};

/** Why an import is refused, with its hint. Throws if it is not, or for another error. */
export const refusalOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
  } catch (error) {
    if (error instanceof ImportRefused) return error.message;
    throw error;
  }
  throw new Error('it was not refused');
};

/** A document of OpenAPI 3.1 with these paths. */
export const documentWith = (paths: object, more: object = {}) => ({
  openapi: '3.1.0',
  info: { title: 'Test', version: '1.0.0' },
  servers: [{ url: 'https://api.example.com' }],
  paths,
  ...more,
});

/** One operation with the least that it needs. */
export const operationWith = (more: object = {}) => ({
  summary: 'Do it',
  responses: { 200: { description: 'ok' } },
  ...more,
});

/** A new folder for documents, and a function that removes it. */
export const documentsFolder = (): { readonly path: string; remove(): void } => {
  const path = mkdtempSync(join(tmpdir(), 'toolcell-documents-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
};
