// The part of https://standardschema.dev that `defineTool` uses. Schemas of Zod, Valibot and ArkType have this form. Types only.

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

/** The outcome of a check: the value that the schema made, or its faults. */
export type StandardResult =
  | { readonly value: unknown; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/** One fault of a value. */
export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

type Types<Schema> = Schema extends { readonly '~standard': { readonly types?: infer Found } }
  ? NonNullable<Found>
  : never;

/** The type of the values that the schema takes; `unknown` if it does not say. */
export type StandardInput<Schema> = Types<Schema> extends { readonly input: infer Value } ? Value : unknown;

/** The type of the values that the schema makes of them; `unknown` if it does not say. */
export type StandardOutput<Schema> = Types<Schema> extends { readonly output: infer Value } ? Value : unknown;
