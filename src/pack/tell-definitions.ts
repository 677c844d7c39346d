// What the exports of a packed entry say of their tools. Runs inside the isolate, beside the author's module: its text is taken, so it names nothing from
// outside but the language, and what it returns is checked outside.

/** One tool that an export defines, or why its schema cannot be written down. */
export type ToldTool =
  | { readonly exportName: string; readonly definition: { readonly [field: string]: unknown } }
  | { readonly exportName: string; readonly fault: { readonly field: string; readonly message: string } };

/** The tools that exports define, by the exports' names in order. `exports`: name → function that gives the value. */
export function tellDefinitions(exports: Readonly<Record<string, () => unknown>>): readonly ToldTool[] {
  interface Standard {
    readonly vendor?: unknown;
    readonly jsonSchema?: Readonly<Record<'input' | 'output', (options: { target: string }) => object>>;
  }

  /** How a library's schemas are made to write JSON Schema. */
  const writerOf = (vendor: unknown): string => {
    if (vendor === 'valibot') return 'wrap it in toStandardJsonSchema(…) of the npm package "@valibot/to-json-schema"';
    return vendor === 'zod' ? 'Zod does from 4.2 on' : 'see whether a later version, or a package beside it, does';
  };

  /** A schema as JSON: what it is, or what its library makes of it. Throws where that cannot be. */
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

  const told = (exportName: string, definition: Readonly<Record<string, unknown>>): ToldTool => {
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
      return typeof definition === 'object' && definition !== null ? [told(name, definition)] : [];
    });
}
