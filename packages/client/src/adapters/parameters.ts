// What a model is told of a tool's arguments: the input schema in a form that the APIs of models take.

import { isObject } from '../core/reading.ts';
import type { ToolSchema } from '../core/types.ts';

/** A schema of an object. */
export interface Parameters {
  type: 'object';
  [keyword: string]: unknown;
}

const COMBINATORS = ['allOf', 'anyOf', 'oneOf'];
/** The APIs of OpenAI and Anthropic refuse a request with all its tools if one of them has these at the root of its schema. Deeper, they take them. */
const REFUSED_AT_ROOT = [...COMBINATORS, 'not', 'enum'];

/**
 * A copy of the input schema without what APIs refuse at its root. Properties of the parts of a combinator stay, as properties of the root. So a model may
 * choose arguments that do not fit together: the server judges them by the whole schema.
 */
export const parametersOf = (schema: ToolSchema): Parameters => ({
  ...Object.fromEntries(Object.entries(schema).filter(([keyword]) => !REFUSED_AT_ROOT.includes(keyword))),
  type: 'object',
  properties: Object.fromEntries([...propertiesOfParts(schema), ...propertiesOf(schema)]),
});

const propertiesOf = (schema: unknown): [name: string, schema: unknown][] =>
  isObject(schema) && isObject(schema.properties) ? Object.entries(schema.properties) : [];

/** A property that several parts have in different forms may have any of these. */
const propertiesOfParts = (schema: ToolSchema): [name: string, schema: unknown][] => {
  const forms = new Map<string, Map<string, unknown>>();
  const parts = COMBINATORS.flatMap((keyword) => schema[keyword]);
  for (const [name, form] of parts.flatMap(propertiesOf)) {
    const known = forms.get(name) ?? new Map<string, unknown>();
    forms.set(name, known.set(JSON.stringify(form), form));
  }
  return [...forms].map(([name, known]) => {
    const [first, ...others] = known.values();
    return [name, others.length === 0 ? first : { anyOf: [first, ...others] }];
  });
};
