// Writes choices, literals and references in strict form. Any thread; pure.

import { overlapIn, sameStartIn } from './disjoint.ts';
import { keywordsOf } from './strict-keywords.ts';
import type { Schema, Written } from './strict-values.ts';
import { ANNOTATIONS, divided, typesIn, unfit, type Writer } from './strict-writer.ts';
import { shown } from './telling.ts';

/** Place of a definition at the root. */
const DEFINITION = /^\/\$defs\/([^/]+)$/;
/** A schema with `anyOf`, or with `oneOf` if no value fits two of its schemas. Throws Unfit. */
export const strictChoice = (schema: Schema, path: string, writer: Writer): Written => {
  const keyword = Object.hasOwn(schema, 'anyOf') ? 'anyOf' : 'oneOf';
  const place = `${path}/${keyword}`;
  checkAlone(schema, keyword, { path, writer });
  const options: readonly unknown[] = Array.isArray(schema[keyword]) ? schema[keyword] : [];
  checkApart(options, place, writer);
  if (keyword === 'oneOf')
    writer.tell(place, 'is written as "anyOf", which says the same: no value fits two of the schemas');
  const anyOf = options.map((option, at) => writer.write(option, `${place}/${at}`));
  return { ...keywordsOf(divided(schema).annotations, [], path, writer), anyOf };
};

const checkApart = (options: readonly unknown[], place: string, writer: Writer): void => {
  const overlap = place.endsWith('/oneOf') ? overlapIn(options, writer.targets) : undefined;
  if (overlap) {
    const what = `takes no "oneOf", and a value could fit its schemas ${overlap[0]} and ${overlap[1]} both`;
    throw unfit(writer, place, [what, 'use "anyOf", or give each schema a member with a "const" of its own']);
  }
  const start = writer.rules.choicesDifferAtFirst ? sameStartIn(options, writer.targets) : undefined;
  if (!start) return;
  const what = `refuses a choice of objects that begin alike, as the schemas ${start[0]} and ${start[1]} do`;
  throw unfit(writer, place, [what, 'begin each with a member that has a "const" of its own']);
};

/** A schema with `enum` or `const`. Throws Unfit. */
export const strictLiteral = (schema: Schema, path: string, writer: Writer): Written => {
  const declared = typesIn(schema);
  const literals: readonly unknown[] = Array.isArray(schema.enum) ? schema.enum : [schema.const];
  if ([...literals, schema.const].some((value) => typeof value === 'object' && value !== null))
    throw unfit(writer, path, ['takes no lists or objects as values of an enum']);
  const types = declared.length > 0 ? declared : [...new Set(literals.map(typeOf))];
  const isTyped = declared.length > 0 || writer.rules.literalsNeedType;
  if (declared.length === 0 && isTyped) writer.tell(`${path}/type`, 'is added: the type of the values');
  return {
    ...(isTyped && { type: types.length === 1 ? types[0] : types }),
    ...keywordsOf(schema, types, path, writer),
    ...(Object.hasOwn(schema, 'enum') && { enum: schema.enum }),
    ...(Object.hasOwn(schema, 'const') && { const: schema.const }),
  };
};

const typeOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
};

/** A schema with `$ref`. Throws Unfit. */
export const strictReference = (schema: Schema, path: string, writer: Writer): Written => {
  checkAlone(schema, '$ref', { path, writer });
  const target = writer.targets(String(schema.$ref))?.path;
  const [, escaped] = DEFINITION.exec(target ?? '/') ?? [];
  if (target !== '' && escaped === undefined) {
    const hint = 'put the schema into "$defs" of the root, and use "#/$defs/…"';
    throw unfit(writer, `${path}/$ref`, [`may not find ${shown(schema.$ref)}`, hint]);
  }
  writer.refer(escaped === undefined ? '' : escaped.replaceAll('~1', '/').replaceAll('~0', '~'));
  for (const keyword of Object.keys(schema).filter((each) => each !== '$ref'))
    writer.tell(`${path}/${keyword}`, `is left out: ${writer.title} takes nothing beside "$ref"`);
  return { $ref: escaped === undefined ? '#' : `#/$defs/${escaped}` };
};

const checkAlone = (schema: Schema, keyword: string, { path, writer }: { path: string; writer: Writer }): void => {
  const other = Object.keys(schema).find(
    (each) => each !== keyword && !ANNOTATIONS.includes(each) && !each.startsWith('x-'),
  );
  if (other === undefined) return;
  const what = `takes no "${other}" beside "${keyword}"`;
  throw unfit(writer, `${path}/${other}`, [what, `move it into the schemas of "${keyword}"`]);
};
