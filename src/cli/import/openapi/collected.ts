// The arguments of a tool while they are collected from the parts of a request.

import type { Schema, SchemaWriter } from './schemas.ts';

/** What a part of the request adds. */
export interface Collected {
  readonly properties: Record<string, Schema | boolean>;
  readonly required: Set<string>;
  readonly taken: Set<string>;
  readonly writer: SchemaWriter;
}
