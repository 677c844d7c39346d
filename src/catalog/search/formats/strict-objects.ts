// Writes a schema of objects in strict form: closed, and with every argument required if the API leaves none out. Any thread; pure.

import { isObject } from '../../../shared/protocol/schema-walk.ts';
import { pointerOf } from '../../../shared/text/json-places.ts';
import { keywordsOf } from './strict-keywords.ts';
import type { Schema, Written } from './strict-values.ts';
import { unfit, type Writer } from './strict-writer.ts';
import { shown } from './telling.ts';

const ANY_NAME = 'takes no objects with members of any name';

/** Throws Unfit. `path` is empty for the root. */
export const strictObject = (schema: Schema, path: string, writer: Writer): Written => {
  const { rules, tell } = writer;
  const properties = isObject(schema.properties) ? schema.properties : {};
  const names = Object.keys(properties);
  checkClosed(schema, path, writer);
  const required = requiredIn(schema, path, writer);
  const written = keywordsOf(schema, ['object'], path, writer);
  const members = names.map((name) => {
    const place = `${path}/properties${pointerOf([name])}`;
    const member = writer.write(properties[name], place);
    const isForced = rules.allRequired && !required.includes(name);
    return [name, isForced ? forced(member, properties[name], { path: place, writer }) : member] as const;
  });
  if (schema.additionalProperties !== false)
    tell(`${path}/additionalProperties`, 'is false now: only the arguments that are listed');
  return {
    type: 'object',
    ...written,
    properties: Object.fromEntries(members),
    required: rules.allRequired ? names : required,
    additionalProperties: false,
  };
};

const requiredIn = ({ required, properties }: Schema, path: string, writer: Writer): readonly string[] => {
  const names = [...new Set(Array.isArray(required) ? required.map(String) : [])];
  const unlisted = names.find((name) => !isObject(properties) || !Object.hasOwn(properties, name));
  if (unlisted === undefined) return names;
  const what = `needs the schema of ${shown(unlisted)}, which is required`;
  throw unfit(writer, `${path}/required`, [what, 'list it in "properties"']);
};

/** Throws if the object is meant to have members that the schema does not name. */
const checkClosed = (schema: Schema, path: string, writer: Writer): void => {
  for (const keyword of ['additionalProperties', 'unevaluatedProperties']) {
    const value = schema[keyword];
    if (value === false) return;
    if (value !== undefined)
      throw unfit(writer, `${path}/${keyword}`, [ANY_NAME, 'list them, or take a list of names and values']);
  }
  const isEmpty = !isObject(schema.properties) || Object.keys(schema.properties).length === 0;
  if (isEmpty && path !== '') throw unfit(writer, path, [ANY_NAME, 'list them in "properties"']);
};

/** An argument that may be left out, for an API that leaves none out: what stands for none has to be something that the server accepts. */
const forced = (member: Written, schema: unknown, { path, writer }: { path: string; writer: Writer }): Written => {
  const { title, tell, acceptsNull } = writer;
  if (isObject(schema) && Object.hasOwn(schema, 'default') && !Object.hasOwn(member, '$ref')) {
    tell(path, `is required now, because ${title} leaves no argument out; its description names the default`);
    const text = `If in doubt, use the default: ${JSON.stringify(schema.default)}.`;
    const { description } = member;
    return { ...member, description: typeof description === 'string' ? `${description} ${text}` : text };
  }
  if (acceptsNull(schema)) {
    tell(path, `is required now, because ${title} leaves no argument out; null stands for none`);
    return member;
  }
  const hint = 'require it, give it a "default", or let it be null: "type": ["string", "null"]';
  throw unfit(writer, path, ['leaves no argument out, and this one has no default and may not be null', hint]);
};
