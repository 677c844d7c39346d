// Types of JSON values.

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };
/** A JSON Schema 2020-12 document. */
export type JsonSchema = boolean | JsonObject;
