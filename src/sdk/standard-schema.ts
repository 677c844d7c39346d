// What a schema of a library such as Zod, Valibot or ArkType offers: https://standardschema.dev, as far as it is used here. Types only.

/** A schema that can check a value, or be written as JSON Schema, or both. */
export interface StandardSchema {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly types?: { readonly input: unknown; readonly output: unknown } | undefined;
    readonly validate?: (value: unknown) => StandardResult | Promise<StandardResult>;
    readonly jsonSchema?: {
      readonly input: (options: { readonly target: 'draft-2020-12' }) => object;
      readonly output: (options: { readonly target: 'draft-2020-12' }) => object;
    };
  };
}

/** What a check gives: the value as the schema has made it, or what is wrong with it. */
export type StandardResult =
  | { readonly value: unknown; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

type Types<Schema> = Schema extends { readonly '~standard': { readonly types?: infer Found } }
  ? NonNullable<Found>
  : never;

/** What a caller may give. */
export type StandardInput<Schema> = Types<Schema> extends { readonly input: infer Value } ? Value : unknown;

/** What the check makes of it. */
export type StandardOutput<Schema> = Types<Schema> extends { readonly output: infer Value } ? Value : unknown;
