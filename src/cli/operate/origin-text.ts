// Where a plugin was imported from, in words.

import type { ImportedFrom } from '../../../packages/plugin/src/manifest.ts';

/** `openapi https://api.example.com/openapi.json, version 1.2.0`. */
export const originText = ({ kind, source, version }: ImportedFrom): string =>
  `${kind} ${source}${version === undefined ? '' : `, version ${version}`}`;
