// Reads tool definitions from the exports of a packed entry. Its text runs inside the isolate, with the author's module: it uses no names from outside
// except the language's own, and its result is checked outside. Decision 0037.

/** A tool that an export defines, or the reason why its schema has no JSON form. */
export type ExportedTool =
  | { readonly exportName: string; readonly definition: { readonly [field: string]: unknown } }
  | { readonly exportName: string; readonly fault: { readonly field: string; readonly message: string } };

/** The tools that exports define, sorted by export name. `exports`: name → function that returns the value. */
export function readDefinitions(exports: Readonly<Record<string, () => unknown>>): readonly ExportedTool[] {
  interface Standard {
    readonly vendor?: unknown;
    readonly jsonSchema?: Readonly<Record<'input' | 'output', (options: { target: string }) => object>>;
  }

  /** How a library's schemas can be made to write JSON Schema. */
  const writerOf = (vendor: unknown): string => {
    if (vendor === 'valibot') return 'wrap it in toStandardJsonSchema(…) of the npm package "@valibot/to-json-schema"';
    return vendor === 'zod' ? 'Zod 4.2 and later do so' : 'a later version, or another package, may do so';
  };

  /** A schema as JSON: itself, or as its library writes it. Throws if the library cannot. */
  const schemaJson = (schema: unknown, side: 'input' | 'output'): unknown => {
    const standard = (schema as { readonly '~standard'?: Standard } | undefined)?.['~standard'];
    if (standard === undefined) return schema;
    if (standard.jsonSchema === undefined)
      throw new TypeError(`this schema of ${standard.vendor} does not write JSON Schema; ${writerOf(standard.vendor)}`);
    const { $schema: _, ...json } = standard.jsonSchema[side]({ target: 'draft-2020-12' }) as { $schema?: unknown };
    return json;
  };

  const messageOf = (error: unknown): string => {
    const { message } = (error ?? {}) as { readonly message?: unknown };
    return typeof message === 'string' ? message : String(error);
  };

  const toolOf = (exportName: string, definition: Readonly<Record<string, unknown>>): ExportedTool => {
    const schemas: Record<string, unknown> = {};
    for (const [field, side] of [
      ['inputSchema', 'input'],
      ['outputSchema', 'output'],
    ] as const) {
      try {
        schemas[field] = schemaJson(definition[field], side);
      } catch (error) {
        return { exportName, fault: { field, message: messageOf(error) } };
      }
    }
    return { exportName, definition: { ...definition, ...schemas } };
  };

  return Object.keys(exports)
    .sort()
    .flatMap((name) => {
      const value = exports[name]?.();
      const definition =
        typeof value === 'function' && Object.hasOwn(value, 'definition') && Reflect.get(value, 'definition');
      return typeof definition === 'object' && definition !== null ? [toolOf(name, definition)] : [];
    });
}
