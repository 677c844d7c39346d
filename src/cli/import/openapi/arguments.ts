// The arguments of a tool: one input schema for path, query, headers, cookies and body, and where each goes in the request.

import { compositeKey } from '../../../shared/text/composite-key.ts';
import { bodyPart } from './bodies.ts';
import type { Collected } from './collected.ts';
import { argumentName, freeName } from './names.ts';
import type { Operation } from './operations.ts';
import { type Schema, type SchemaOptions, SchemaWriter } from './schemas.ts';
import type { TableBody, TableParameter } from './table.ts';
import { mapIn, memberOf, textIn, type Values } from './values.ts';
import { BUDGETS, description } from './words.ts';

export interface Arguments {
  readonly inputSchema: Schema;
  readonly parameters: readonly TableParameter[];
  readonly body?: TableBody;
  /** True if a schema was cut off at the last level. */
  readonly isCut: boolean;
  /** What was left out, and why. */
  readonly notes: readonly string[];
}

/** Headers that the host, the runtime or the credentials write. */
const OWN_HEADERS = /^(accept|authorization|content-type|content-length|host|connection|user-agent)$/i;
/** The host refuses headers by which a request could change its method or path. */
const OVERRIDING = /^x-(http-method(-override)?|method-override|original-url|rewrite-url)$/i;
export const FIELDS_ARGUMENT = '_fields';

/** The arguments of an operation. `credentials`: places that its credentials fill, as their composite keys. Throws SchemaTooLarge. */
export const argumentsOf = (
  document: Values,
  operation: Operation,
  {
    levels,
    credentials,
    hasFields,
  }: Pick<SchemaOptions, 'levels'> & { readonly credentials: ReadonlySet<string>; readonly hasFields: boolean },
): Arguments => {
  const writer = new SchemaWriter(document, { leftOut: 'readOnly', ...(levels !== undefined && { levels }) });
  const collected: Collected = { properties: {}, required: new Set(), taken: new Set(), writer };
  const notes: string[] = [];
  const parameters = operation.parameters.flatMap((parameter): readonly TableParameter[] => {
    const placed = parameterPart(parameter, operation.path, collected, credentials);
    return placed === undefined ? [] : [placed];
  });
  parameters.push(...undeclared(operation.path, parameters, collected));
  const body = bodyPart(document, operation, collected, notes);
  if (hasFields && !collected.taken.has(FIELDS_ARGUMENT)) collected.properties[FIELDS_ARGUMENT] = FIELDS;
  const { properties, required } = collected;
  return {
    inputSchema: {
      type: 'object',
      properties,
      ...(required.size > 0 && { required: [...required] }),
      additionalProperties: false,
      ...(Object.keys(writer.defs).length > 0 && { $defs: writer.defs }),
    },
    parameters,
    ...(body && { body }),
    isCut: writer.isCut,
    notes,
  };
};

const FIELDS: Schema = {
  type: 'array',
  items: { type: 'string' },
  description: 'Members of the answer to return, such as "id" or "user.login"; default: all.',
};

const PLACES = ['path', 'query', 'header', 'cookie'] as const;

const parameterPart = (
  parameter: Values,
  path: string,
  { properties, required, taken, writer }: Collected,
  credentials: ReadonlySet<string>,
): TableParameter | undefined => {
  const name = textIn(parameter, 'name') ?? '';
  const place = PLACES.find((one) => one === parameter.in);
  if (place === undefined || isOurs(name, place, credentials)) return undefined;
  if (place === 'path' && !path.includes(`{${name}}`)) return undefined;
  const argument = freeName(argumentName(name) || place, taken);
  const content = Object.values(mapIn(parameter, 'content'))[0];
  const written = writer.write(memberOf(parameter, 'schema') ?? memberOf(content, 'schema') ?? { type: 'string' });
  properties[argument] = described(written, parameter);
  if (parameter.required === true || place === 'path') required.add(argument);
  return tableParameter(parameter, { argument, in: place, name }, content !== undefined);
};

/** A header or a key that is not for the caller to choose. */
const isOurs = (name: string, place: string, credentials: ReadonlySet<string>): boolean =>
  credentials.has(compositeKey(place, place === 'header' ? name.toLowerCase() : name)) ||
  (place === 'header' &&
    (OWN_HEADERS.test(name) || OVERRIDING.test(name) || !/^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name)));

const described = (schema: Schema | boolean, parameter: Values): Schema => {
  const own: Schema = typeof schema === 'boolean' ? {} : schema;
  const text = description([textIn(parameter, 'description') ?? textIn(own, 'description')], BUDGETS.argument);
  const { description: _, ...rest } = own;
  return {
    ...rest,
    ...(parameter.in === 'path' && rest.type === 'string' && rest.enum === undefined && { minLength: 1 }),
    ...(text !== '' && { description: text }),
    ...(parameter.deprecated === true && { deprecated: true }),
  };
};

const USUAL: Readonly<Record<TableParameter['in'], string>> = {
  path: 'simple',
  query: 'form',
  header: 'simple',
  cookie: 'form',
};

const tableParameter = (
  { style, explode, allowReserved }: Values,
  place: Pick<TableParameter, 'argument' | 'in' | 'name'>,
  isJson: boolean,
): TableParameter => {
  const usual = USUAL[place.in];
  const own = typeof style === 'string' ? style : usual;
  const isExploded = typeof explode === 'boolean' ? explode : own === 'form' || own === 'deepObject';
  const usuallyExploded = usual === 'form';
  return {
    ...place,
    ...(own !== usual && { style: own }),
    ...(isExploded !== usuallyExploded && { explode: isExploded }),
    ...(isJson && { isJson: true as const }),
    ...(allowReserved === true && place.in === 'query' && { allowReserved: true as const }),
  };
};

/** Names in the path that the document forgot to describe. */
const undeclared = (
  path: string,
  parameters: readonly TableParameter[],
  { properties, required, taken }: Collected,
): readonly TableParameter[] =>
  [...new Set([...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name))]
    .filter((name) => !parameters.some((one) => one.in === 'path' && one.name === name))
    .map((name) => {
      const argument = freeName(argumentName(name), taken);
      properties[argument] = { type: 'string', minLength: 1 };
      required.add(argument);
      return { argument, in: 'path', name };
    });
