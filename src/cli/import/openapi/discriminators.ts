// Tells alternatives of a schema apart, as the document's "discriminator" does: by the value that one member has in each of them. Schemas that the server
// checks know no such keyword, so the member gets an "enum".

import { resolved } from './references.ts';
import { isMap, listIn, mapIn, memberOf, type Schema, textIn, type Values } from './values.ts';

interface Told {
  readonly member: string;
  readonly values: readonly string[];
}

const lastWord = (reference: string): string => reference.split('/').pop() ?? '';

/** By which values of which member the alternative of `schema` is known; undefined if the document does not say, or the alternative does so itself. */
export const toldBy = (document: Values, schema: Values, alternative: unknown): Told | undefined => {
  const discriminator = mapIn(schema, 'discriminator');
  const [member, reference] = [textIn(discriminator, 'propertyName'), textIn(alternative, '$ref')];
  if (member === undefined || reference === undefined) return undefined;
  const target = resolved(document, alternative);
  const parts = [target, ...listIn(target, 'allOf').map((part) => resolved(document, part))];
  if (parts.some((part) => saysItself(document, memberOf(mapIn(part, 'properties'), member)))) return undefined;
  const mapped = Object.entries(mapIn(discriminator, 'mapping')).flatMap(([value, to]) =>
    to === reference || to === lastWord(reference) ? [value] : [],
  );
  return { member, values: mapped.length > 0 ? mapped : [lastWord(reference)] };
};

const saysItself = (document: Values, value: unknown): boolean => {
  const { enum: values, const: only } = resolved(document, value);
  return values !== undefined || only !== undefined;
};

/** The alternative with these values of the member. */
export const toldApart = (written: Schema | boolean, { member, values }: Told): Schema | boolean => {
  if (!isMap(written)) return written;
  const properties = mapIn(written, 'properties');
  const own = memberOf(properties, member);
  const required = listIn(written, 'required');
  return {
    ...written,
    properties: { ...properties, [member]: { ...(isMap(own) ? own : { type: 'string' }), enum: values } },
    required: [...new Set([...required, member])],
  };
};
