// The body of a request: members of an object become arguments of the tool; anything else is one argument.

import type { Collected } from './collected.ts';
import { argumentName, freeName } from './names.ts';
import type { Operation } from './operations.ts';
import { resolved } from './references.ts';
import type { Schema } from './schemas.ts';
import type { TableBody } from './table.ts';
import { isMap, listIn, mapIn, memberOf, textIn, type Values } from './values.ts';
import { BUDGETS, description } from './words.ts';

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\b/i;
const FORM = 'application/x-www-form-urlencoded';
const PARTS = 'multipart/form-data';

/** Types in the order in which they are chosen. */
const WANTED: readonly ((type: string) => boolean)[] = [
  (type) => /^application\/json\b/i.test(type),
  (type) => JSON_TYPE.test(type),
  (type) => type === FORM,
  (type) => type === PARTS,
  (type) => /^text\//.test(type),
  (type) => /^application\/octet-stream$|^(image|audio|video)\//.test(type),
  (type) => type === '*/*',
  () => true,
];

/** Adds the body's arguments. Undefined if the operation has none. */
export const bodyPart = (
  document: Values,
  { own, method, path }: Operation,
  collected: Collected,
  notes: string[],
): TableBody | undefined => {
  const request = resolved(document, memberOf(own, 'requestBody'));
  const content = mapIn(request, 'content');
  const types = Object.keys(content);
  const found = WANTED.map((test) => types.find(test)).find((type) => type !== undefined);
  if (found === undefined) return undefined;
  if (method === 'GET' || method === 'HEAD') {
    notes.push(`${method} ${path}: its body is left out, since such requests have none`);
    return undefined;
  }
  const media = mapIn(content, found);
  const type = found === '*/*' ? 'application/json' : (found.split(';')[0]?.trim().toLowerCase() ?? found);
  const isRequired = request.required === true;
  const target = resolved(document, memberOf(media, 'schema'));
  const flat = isStructured(type) ? flattened(document, target) : undefined;
  if (flat) return membersPart({ flat, type, media, isRequired, document }, collected);
  return wholePart({ media, type, isRequired, text: textIn(request, 'description') }, collected);
};

const isStructured = (type: string): boolean => JSON_TYPE.test(type) || type === FORM || type === PARTS;

interface Flat {
  readonly properties: readonly (readonly [name: string, schema: unknown])[];
  readonly required: ReadonlySet<string>;
}

const MOST_MEMBERS = 60;
const NOT_FLAT = ['oneOf', 'anyOf', 'not', 'if', 'patternProperties', 'propertyNames', 'enum', 'const'];

/** The members of an object, `allOf` of objects put together; undefined if it is anything else. */
const flattened = (document: Values, schema: Values, level = 0): Flat | undefined => {
  if (level > 5 || NOT_FLAT.some((name) => schema[name] !== undefined)) return undefined;
  if (isMap(schema.additionalProperties) && Object.keys(schema.additionalProperties).length > 0) return undefined;
  const parts = listIn(schema, 'allOf').map((one) => flattened(document, resolved(document, one), level + 1));
  if (parts.some((part) => part === undefined)) return undefined;
  const properties = new Map<string, unknown>();
  const required = new Set<string>();
  for (const part of parts) {
    for (const [name, one] of part?.properties ?? []) properties.set(name, one);
    for (const name of part?.required ?? []) required.add(name);
  }
  for (const [name, one] of Object.entries(mapIn(schema, 'properties')))
    if (memberOf(one, 'readOnly') !== true) properties.set(name, one);
  for (const name of listIn(schema, 'required')) if (typeof name === 'string') required.add(name);
  // Some documents require what they do not describe.
  for (const name of required)
    if (level === 0 && !properties.has(name) && !isReadOnly(document, schema, name)) properties.set(name, {});
  if (properties.size === 0 || properties.size > MOST_MEMBERS) return undefined;
  return { properties: [...properties], required };
};

/** True if the object, or one that it is put together of, has the member as one that only answers have. */
const isReadOnly = (document: Values, schema: Values, name: string, level = 0): boolean =>
  level <= 5 &&
  (memberOf(memberOf(mapIn(schema, 'properties'), name), 'readOnly') === true ||
    listIn(schema, 'allOf').some((one) => isReadOnly(document, resolved(document, one), name, level + 1)));

interface Described {
  readonly media: Values;
  readonly type: string;
  readonly isRequired: boolean;
}

const membersPart = (
  { flat, type, media, isRequired, document }: Described & { readonly flat: Flat; readonly document: Values },
  { properties, required, taken, writer }: Collected,
): TableBody => {
  const files: string[] = [];
  const members = flat.properties.map(([name, schema]) => {
    const wanted = argumentName(name) || 'member';
    const argument = freeName(taken.has(wanted) ? `body_${wanted}` : wanted, taken);
    const isFile = type === PARTS && isFileSchema(document, schema);
    if (isFile) files.push(name);
    properties[argument] = isFile
      ? fileSchema(document, schema)
      : longer(writer.write(schema), resolved(document, schema));
    if (isRequired && flat.required.has(name)) required.add(argument);
    return { argument, name };
  });
  const encoding = mapIn(media, 'encoding');
  return {
    type,
    members,
    ...(isRequired && { isRequired: true as const }),
    ...(files.length > 0 && { files }),
    ...(type === FORM && stylesIn(encoding)),
    ...(type === PARTS && typesIn(encoding, files)),
  };
};

const BASE64 = 'The bytes in base64.';

/** An argument's description may be longer than that of a member further in. */
const longer = (schema: Schema | boolean, { description: text }: Values): Schema | boolean =>
  typeof schema === 'boolean' || typeof text !== 'string'
    ? schema
    : { ...schema, description: description([text], BUDGETS.argument) };

const isBinary = (schema: Values): boolean =>
  schema.format === 'binary' || schema.contentMediaType === 'application/octet-stream' || schema.type === 'file';

const isFileSchema = (document: Values, value: unknown): boolean => {
  const schema = resolved(document, value);
  return isBinary(schema) || (schema.type === 'array' && isBinary(resolved(document, schema.items)));
};

const fileSchema = (document: Values, value: unknown): Schema => {
  const schema = resolved(document, value);
  const text = description([textIn(schema, 'description'), BASE64], BUDGETS.argument);
  const file: Schema = { type: 'string', contentEncoding: 'base64' };
  return schema.type === 'array' ? { type: 'array', items: file, description: text } : { ...file, description: text };
};

const stylesIn = (encoding: Values): Pick<TableBody, 'styles'> => {
  const styles = Object.entries(encoding).flatMap(([name, value]) => {
    const [style, explode] = [textIn(value, 'style'), memberOf(value, 'explode')];
    if (style === undefined && typeof explode !== 'boolean') return [];
    return [
      [
        name,
        {
          ...(style !== undefined && { style }),
          explode:
            typeof explode === 'boolean' ? explode : style === undefined || style === 'form' || style === 'deepObject',
        },
      ] as const,
    ];
  });
  return styles.length > 0 ? { styles: Object.fromEntries(styles) } : {};
};

const typesIn = (encoding: Values, files: readonly string[]): Pick<TableBody, 'types'> => {
  const types = Object.entries(encoding).flatMap(([name, value]) => {
    const [type] = (textIn(value, 'contentType') ?? '').split(',');
    return type && !files.includes(name) && !type.includes('*') ? [[name, type.trim()] as const] : [];
  });
  return types.length > 0 ? { types: Object.fromEntries(types) } : {};
};

const wholePart = (
  { media, type, isRequired, text }: Described & { readonly text: string | undefined },
  { properties, required, taken, writer }: Collected,
): TableBody => {
  const argument = freeName(taken.has('body') ? 'request_body' : 'body', taken);
  const isBytes = !isStructured(type) && !/^text\/|[/+](xml|yaml|graphql|javascript|ndjson)\b/.test(type);
  const words = description([text, isBytes ? BASE64 : `The body of the request (${type}).`], BUDGETS.argument);
  const written = isStructured(type)
    ? writer.write(memberOf(media, 'schema') ?? {})
    : { type: 'string', ...(isBytes && { contentEncoding: 'base64' }) };
  properties[argument] = { ...(typeof written === 'boolean' ? {} : written), description: words };
  if (isRequired) required.add(argument);
  return { type, argument, ...(isBytes && { isBytes: true as const }) };
};
