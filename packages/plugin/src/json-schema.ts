// TypeScript types of the values that a JSON Schema literal describes. Types only: for the author's editor.
//
// No library is used, since authors need no more than this file, and an error names the field instead of a library's inner types.

/** A JSON Schema, or a part of one. Keywords that change no type are listed too, so that an editor completes them. */
export interface JsonSchema {
  readonly $schema?: string;
  readonly $ref?: string;
  readonly $anchor?: string;
  readonly $comment?: string;
  readonly $defs?: { readonly [name: string]: SchemaPart };
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly deprecated?: boolean;
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
  readonly type?: TypeName | readonly TypeName[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly items?: SchemaPart;
  readonly prefixItems?: readonly SchemaPart[];
  readonly contains?: SchemaPart;
  readonly minContains?: number;
  readonly maxContains?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly unevaluatedItems?: SchemaPart;
  readonly properties?: { readonly [name: string]: SchemaPart };
  readonly required?: readonly string[];
  readonly additionalProperties?: SchemaPart;
  readonly patternProperties?: { readonly [pattern: string]: SchemaPart };
  readonly propertyNames?: SchemaPart;
  readonly unevaluatedProperties?: SchemaPart;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly dependentRequired?: { readonly [name: string]: readonly string[] };
  readonly dependentSchemas?: { readonly [name: string]: SchemaPart };
  readonly anyOf?: readonly SchemaPart[];
  readonly oneOf?: readonly SchemaPart[];
  readonly allOf?: readonly SchemaPart[];
  readonly not?: SchemaPart;
  readonly if?: SchemaPart;
  readonly then?: SchemaPart;
  readonly else?: SchemaPart;
  readonly contentEncoding?: string;
  readonly contentMediaType?: string;
}

type SchemaPart = JsonSchema | boolean;
type TypeName = 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'array' | 'object';

/**
 * The type of the values that fit a schema, as far as types can say it; `unknown` if the schema says nothing.
 * Follows `type`, `enum`, `const`, `properties`, `required`, `additionalProperties`, `items`, `prefixItems`, `anyOf`, `oneOf`,
 * `allOf` and `$ref` to `#` or `#/$defs/…`. Other keywords, such as `not`, `if` and `pattern`, change no type.
 */
export type FromSchema<Schema, Root = Schema> = Schema extends false
  ? never
  : Schema extends { readonly const: infer Value }
    ? Value
    : Schema extends { readonly enum: readonly (infer Value)[] }
      ? Value
      : Schema extends { readonly $ref: infer Ref }
        ? Referred<Ref, Root>
        : Flat<FromType<Schema, Root> & FromAny<Schema, Root> & FromAll<Schema, Root>>;

/** One object in place of an intersection of types, so that the compiler's messages show its fields. */
type Flat<Value> = Value extends object
  ? Value extends readonly unknown[]
    ? Value
    : { [Key in keyof Value]: Value[Key] }
  : Value;

type Referred<Ref, Root> = Ref extends '#'
  ? FromSchema<Root, Root>
  : Ref extends `#/$defs/${infer Name}`
    ? Root extends { readonly $defs: { readonly [Key in Name]: infer Found } }
      ? FromSchema<Found, Root>
      : unknown
    : unknown;

type FromAny<Schema, Root> = Schema extends { readonly anyOf: readonly (infer Part)[] }
  ? EachOf<Part, Root>
  : Schema extends { readonly oneOf: readonly (infer Part)[] }
    ? EachOf<Part, Root>
    : unknown;

/** Reads each part of a union by itself. */
type EachOf<Part, Root> = Part extends unknown ? FromSchema<Part, Root> : never;

type FromAll<Schema, Root> = Schema extends { readonly allOf: infer Parts } ? AllOf<Parts, Root> : unknown;

type AllOf<Parts, Root> = Parts extends readonly [infer First, ...infer Rest]
  ? FromSchema<First, Root> & AllOf<Rest, Root>
  : unknown;

type FromType<Schema, Root> = Schema extends { readonly type: readonly (infer Name)[] }
  ? Named<Name, Schema, Root>
  : Schema extends { readonly type: infer Name }
    ? Named<Name, Schema, Root>
    : Schema extends { readonly properties: object }
      ? FromObject<Schema, Root>
      : unknown;

/** Distributes over the names if `type` is a list. */
type Named<Name, Schema, Root> = Name extends 'string'
  ? string
  : Name extends 'number' | 'integer'
    ? number
    : Name extends 'boolean'
      ? boolean
      : Name extends 'null'
        ? null
        : Name extends 'array'
          ? FromArray<Schema, Root>
          : Name extends 'object'
            ? FromObject<Schema, Root>
            : unknown;

type FromArray<Schema, Root> = Schema extends { readonly prefixItems: infer Parts extends readonly unknown[] }
  ? [...Held<Schema, { -readonly [Index in keyof Parts]: FromSchema<Parts[Index], Root> }>, ...Tail<Schema, Root>]
  : Schema extends { readonly items: infer Part }
    ? FromSchema<Part, Root>[]
    : unknown[];

/** Without `minItems` an array may be shorter than its prefix. */
type Held<Schema, Items extends readonly unknown[]> = Schema extends { readonly minItems: number }
  ? Items
  : Partial<Items>;

type Tail<Schema, Root> = Schema extends { readonly items: infer Part }
  ? Part extends false
    ? []
    : FromSchema<Part, Root>[]
  : unknown[];

type FromObject<Schema, Root> = Schema extends { readonly properties: infer Properties }
  ? Flat<
      {
        -readonly [Name in keyof Properties as Name extends Required<Schema> ? Name : never]: FromSchema<
          Properties[Name],
          Root
        >;
      } & {
        -readonly [Name in keyof Properties as Name extends Required<Schema> ? never : Name]?: FromSchema<
          Properties[Name],
          Root
        >;
      } & { [Name in Exclude<Required<Schema>, keyof Properties>]: unknown } & Beside<Schema>
    >
  : { [name: string]: FromPatterns<Schema, Root> };

/** The type of the members of an object whose schema lists no `properties`. */
type FromPatterns<Schema, Root> = Schema extends { readonly patternProperties: infer Patterns }
  ? EachOf<Patterns[keyof Patterns], Root>
  : Schema extends { readonly additionalProperties: infer Part }
    ? FromSchema<Part, Root>
    : unknown;

type Required<Schema> = Schema extends { readonly required: readonly (infer Name extends string)[] } ? Name : never;

/** Names that are not in `properties` are allowed only if the schema has `additionalProperties`: otherwise such a name is more likely a typing error. */
type Beside<Schema> = Schema extends { readonly additionalProperties: infer Part }
  ? Part extends false
    ? unknown
    : { [name: string]: unknown }
  : unknown;
