// Brings a document of Swagger 2 or OpenAPI 3.0 to OpenAPI 3.1, so that the rest of the import knows one form.
//
// @scalar/openapi-upgrader does it: it is kept up with the standard, has no dependency at run time but its own helpers, and reads no files. Its
// companion, @scalar/openapi-parser, and @readme/openapi-parser bring validators that refuse documents that are in use, and resolvers that open any file.

import { upgrade } from '@scalar/openapi-upgrader';
import { ImportRefused } from '../kind.ts';
import { isMap, type Values } from './values.ts';

/** The form of a document, as in `Swagger 2.0`. Throws ImportRefused if it is none that can be read. */
export const formOf = (document: unknown): string => {
  const { swagger, openapi } = isMap(document) ? document : {};
  if (swagger !== undefined && /^2(\.|$)/.test(String(swagger))) return `Swagger ${String(swagger).slice(0, 10)}`;
  if (openapi !== undefined && /^3(\.[012])?(\.|$)/.test(String(openapi)))
    return `OpenAPI ${String(openapi).slice(0, 10)}`;
  const found = swagger ?? openapi;
  throw new ImportRefused(
    found === undefined
      ? 'it is not a description of an API: it has neither "openapi" nor "swagger"'
      : `it says that it is version ${JSON.stringify(found).slice(0, 40)}`,
    'name a document of OpenAPI 3.0, 3.1 or 3.2, or of Swagger 2.0',
  );
};

/** The document in the form of 3.1. Throws ImportRefused. */
export const upgraded = (document: Values): Values => {
  const form = formOf(document);
  try {
    // Numbers in place of texts come from YAML: `openapi: 3.0`.
    const named = { ...document, ...(form.startsWith('S') ? { swagger: '2.0' } : { openapi: versionOf(document) }) };
    const whole: unknown = form.startsWith('OpenAPI 3.2') ? named : upgrade(named, '3.1');
    if (isMap(whole)) return whole;
  } catch (error) {
    throw new ImportRefused(
      `the document breaks its own form (${form}): ${String((error as Error).message).slice(0, 200)}`,
      'check it with a validator, and correct it',
    );
  }
  throw new ImportRefused(`the document breaks its own form (${form})`, 'check it with a validator, and correct it');
};

const versionOf = ({ openapi }: Values): string => {
  const text = String(openapi);
  return /^3(\.\d)?$/.test(text) ? `${text === '3' ? '3.0' : text}.0` : text;
};
