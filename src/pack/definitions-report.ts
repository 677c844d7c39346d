// What the process that evaluates a packed entry says of it. Types only; what arrives is checked where it is read.

/** One tool that an export defines, or why its schema cannot be written down. */
export type ToldTool =
  | { readonly exportName: string; readonly definition: { readonly [field: string]: unknown } }
  | { readonly exportName: string; readonly fault: { readonly field: string; readonly message: string } };

export type DefinitionsReport =
  | { readonly ok: true; readonly tools: readonly ToldTool[] }
  | { readonly ok: false; readonly message: string; readonly stack: string };
