// Support: JSON Schema 2020-12 as its specification says it, for schemas of a few keywords. Slow, small and made of nothing but this file, so
// that the validator can be held against it.

import type { Json, JsonSchema } from '../../../src/shared/protocol/json.ts';

/** Whether a value holds to a schema, and what of the value that schema has looked at. */
interface Verdict {
  readonly isValid: boolean;
  readonly members: ReadonlySet<string>;
  readonly items: ReadonlySet<number>;
}

type Schemas = readonly JsonSchema[];
type Named = Readonly<Record<string, JsonSchema>>;
interface Keywords {
  readonly type?: string;
  readonly const?: Json;
  readonly required?: readonly string[];
  readonly $ref?: string;
  readonly allOf?: Schemas;
  readonly anyOf?: Schemas;
  readonly oneOf?: Schemas;
  readonly not?: JsonSchema;
  readonly if?: JsonSchema;
  readonly then?: JsonSchema;
  readonly else?: JsonSchema;
  readonly dependentSchemas?: Named;
  readonly properties?: Named;
  readonly additionalProperties?: JsonSchema;
  readonly unevaluatedProperties?: JsonSchema;
  readonly prefixItems?: Schemas;
  readonly items?: JsonSchema;
  readonly contains?: JsonSchema;
  readonly minContains?: number;
  readonly unevaluatedItems?: JsonSchema;
}

const NO: Verdict = { isValid: false, members: new Set(), items: new Set() };

const typeOf = (value: Json): string => {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
};

/** True if the value holds to the schema, whose references are to `#/$defs/NAME`. */
export const isValid = (root: JsonSchema, value: Json): boolean => new Judge(root).look(root, value).isValid;

class Judge {
  readonly #defs: Named;

  constructor(root: JsonSchema) {
    this.#defs = ((root as { readonly $defs?: Named }).$defs ?? {}) as Named;
  }

  look(schema: JsonSchema, value: Json): Verdict {
    if (typeof schema === 'boolean') return { ...NO, isValid: schema };
    const keywords = schema as Keywords;
    const seen = { members: new Set<string>(), items: new Set<number>() };
    const parts = [
      this.#itself(keywords, value),
      ...this.#inPlace(keywords, value, seen),
      this.#members(keywords, value, seen.members),
      this.#elements(keywords, value, seen.items),
    ];
    return parts.includes(false) ? NO : { isValid: true, ...seen };
  }

  #holds(schema: JsonSchema, value: Json): boolean {
    return this.look(schema, value).isValid;
  }

  #itself({ type, const: only }: Keywords, value: Json): boolean {
    return (type ?? typeOf(value)) === typeOf(value) && (only === undefined || only === value);
  }

  /** Schemas for the same value: what those have looked at that hold is looked at. */
  #inPlace(keywords: Keywords, value: Json, seen: { members: Set<string>; items: Set<number> }): readonly boolean[] {
    const take = (schema: JsonSchema): boolean => {
      const { isValid: holds, members, items } = this.look(schema, value);
      for (const name of members) seen.members.add(name);
      for (const index of items) seen.items.add(index);
      return holds;
    };
    const { $ref, allOf = [], anyOf, oneOf, not } = keywords;
    return [
      $ref === undefined || take(this.#defs[$ref.slice('#/$defs/'.length)] as JsonSchema),
      ...allOf.map(take),
      anyOf === undefined || anyOf.map(take).includes(true),
      oneOf === undefined || oneOf.map(take).filter(Boolean).length === 1,
      not === undefined || !this.#holds(not, value),
      this.#condition(keywords, take),
      ...Object.entries(keywords.dependentSchemas ?? {}).map(
        ([name, schema]) => typeOf(value) !== 'object' || !Object.hasOwn(value as object, name) || take(schema),
      ),
    ];
  }

  #condition({ if: condition, then: yes, else: no }: Keywords, take: (schema: JsonSchema) => boolean): boolean {
    if (condition === undefined) return true;
    return take((take(condition) ? yes : no) ?? true);
  }

  #members(keywords: Keywords, value: Json, seen: Set<string>): boolean {
    if (typeOf(value) !== 'object') return true;
    const { properties = {}, additionalProperties, unevaluatedProperties, required = [] } = keywords;
    const looked = (name: string): JsonSchema | undefined =>
      Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    const members = Object.entries(value as { readonly [name: string]: Json });
    const isHeld = (pick: (name: string) => JsonSchema | undefined): boolean =>
      members.every(([name, inner]) => {
        const schema = pick(name);
        if (schema !== undefined) seen.add(name);
        return schema === undefined || this.#holds(schema, inner);
      });
    return (
      required.every((name) => Object.hasOwn(value as object, name)) &&
      isHeld(looked) &&
      isHeld((name) => (seen.has(name) ? undefined : unevaluatedProperties))
    );
  }

  #elements(keywords: Keywords, value: Json, seen: Set<number>): boolean {
    if (!Array.isArray(value)) return true;
    const { prefixItems = [], items, contains, minContains = 1, unevaluatedItems } = keywords;
    const isHeld = (pick: (index: number) => JsonSchema | undefined): boolean =>
      value.every((inner: Json, index: number) => {
        const schema = pick(index);
        if (schema !== undefined) seen.add(index);
        return schema === undefined || this.#holds(schema, inner);
      });
    const isStart = isHeld((index) => prefixItems[index] ?? items);
    const found = value.flatMap((inner: Json, at) =>
      contains !== undefined && this.#holds(contains, inner) ? [at] : [],
    );
    for (const index of found) seen.add(index);
    const hasEnough = contains === undefined || found.length >= minContains;
    return isStart && hasEnough && isHeld((index) => (seen.has(index) ? undefined : unevaluatedItems));
  }
}
