// What is known of an API that takes tools: the limits of a request, and what it refuses in a schema. Each API has a file of these rules. Pure.

import type { JsonObject } from '../../../shared/protocol/json.ts';

/** A tool as the body of GET /mcp/metadata has it. */
export interface ListedTool extends JsonObject {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
}

/** What an API refuses in any schema of a tool. */
export interface PlainRules {
  /** Keywords that are refused at the root. */
  readonly refusedAtRoot: readonly string[];
  /** `properties` has to be there at the root. */
  readonly needsProperties: boolean;
  /** An array has to say what its elements are. */
  readonly needsItems: boolean;
  /** Nothing but other keywords with `$` may stand beside `$ref`. */
  readonly refStandsAlone: boolean;
  /** A reference that leads back to itself needs an argument on its way that may be left out. */
  readonly needsEndOfRecursion: boolean;
  /** Regular expressions that are refused. */
  readonly refusedPattern: RegExp | undefined;
  /** What the names of the arguments at the root have to be, for the API and in words. */
  readonly argumentName: { readonly form: RegExp; readonly words: string } | undefined;
}

/** Which keywords an API takes if it holds a model to a schema. */
export interface StrictRules {
  /** Constraints that are kept, for values of any size. */
  readonly keywords: readonly string[];
  readonly formats: readonly string[];
  /** A format is known beside `type: "string"` alone, and not beside a list of types. */
  readonly formatsNeedOneType: boolean;
  /** Every argument has to be required. */
  readonly allRequired: boolean;
  readonly takesDefault: boolean;
  readonly takesRecursion: boolean;
  /** Keywords that constrain values of one type may stand beside a list of types. */
  readonly constrainsTypeLists: boolean;
  /** A literal needs its `type`. */
  readonly literalsNeedType: boolean;
  /** Two objects of a choice may not begin with the same argument, unless its values tell them apart. */
  readonly choicesDifferAtFirst: boolean;
  /** Limits of one schema. */
  readonly limits: Partial<Record<Measure, number>>;
}

/** What is measured of a strict schema; see strict-limits.ts. */
export type Measure = 'levels' | 'properties' | 'enumValues' | 'letters';

/** What the strict tools of one request may have together. */
export interface StrictBudget {
  readonly tools: number;
  readonly optional: number;
  readonly unions: number;
}

export interface Api {
  /** As people call it. */
  readonly title: string;
  readonly name: { readonly form: RegExp; readonly words: string };
  readonly mostTools: number;
  readonly plain: PlainRules;
  /** Undefined if it has no strict mode for a tool. */
  readonly strict: StrictRules | undefined;
  /** Undefined if strict tools have no limit together. */
  readonly budget: StrictBudget | undefined;
  /** The element of `tools`. `isStrict` is false for a tool that is not strict. */
  definition(tool: ListedTool, schema: JsonObject, isStrict: boolean): JsonObject;
  /** The value of the request's `tools`. */
  request(definitions: readonly JsonObject[]): readonly JsonObject[];
}
