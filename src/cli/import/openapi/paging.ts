// What a description says of the call that follows: the next page by a member of the answer, and the links of OpenAPI. Agents read it, and send the value
// themselves, since they see the answer.

import { resolved } from './references.ts';
import type { Result } from './results.ts';
import type { Schema } from './schemas.ts';
import { isMap, mapIn, memberOf, textIn, type Values } from './values.ts';

/** A tool, and the names of its arguments by those of the document's parameters. */
export interface Linked {
  readonly name: string;
  readonly inputSchema: Schema;
}

export interface PagingOptions {
  readonly document: Values;
  readonly result: Result;
  readonly tool: Linked;
  readonly operationId: string | undefined;
  /** The name of the tool of another operation of the plugin. */
  readonly toolNamed: (operationId: string) => string | undefined;
}

/** Most links that are told. */
const MOST_LINKS = 3;
/** `next_cursor`, `startCursor` and `page_token` are about the same. */
const CURSOR = /^(?:next|start|starting|page|after|continuation)*(cursor|token|continuationtoken)$/;

const stemOf = (name: string): string | undefined => CURSOR.exec(name.replaceAll(/[^a-z]/gi, '').toLowerCase())?.[1];

/** The members of a result, and those of its members, with their paths. */
const membersOf = (schema: unknown): readonly (readonly [name: string, path: string])[] => {
  const own = Object.entries(mapIn(isMap(schema) ? schema : {}, 'properties'));
  return [
    ...own.map(([name]) => [name, name] as const),
    ...own.flatMap(([name, one]) =>
      Object.keys(mapIn(isMap(one) ? one : {}, 'properties')).map((inner) => [inner, `${name}.${inner}`] as const),
    ),
  ];
};

/** The argument and the member of the answer that lead to the next page, if their names say so. */
const cursorOf = ({ result, tool }: PagingOptions): readonly [argument: string, path: string] | undefined => {
  const members = membersOf(result.outputSchema);
  for (const argument of Object.keys(mapIn(tool.inputSchema, 'properties'))) {
    const stem = stemOf(argument);
    if (stem === undefined) continue;
    const found = members.find(([name]) => stemOf(name) === stem && (/^next/i.test(name) || name === argument));
    if (found) return [argument, found[1]];
  }
  return undefined;
};

const BODY = /^\$response\.body#\/([\w.~-]+(?:\/[\w.~-]+)*)$/;

/** Sentences about the links of the response that take a value of its body. */
const linkTexts = ({ document, result, tool, operationId, toolNamed }: PagingOptions): readonly string[] =>
  Object.values(result.links).flatMap((one) => {
    const link = resolved(document, one);
    const target = textIn(link, 'operationId') ?? '';
    const name = target !== '' && target === operationId ? tool.name : toolNamed(target);
    if (name === undefined) return [];
    const isSelf = name === tool.name;
    return Object.entries(mapIn(link, 'parameters')).flatMap(([parameter, value]) => {
      const [, path] = BODY.exec(String(value)) ?? [];
      const argument = parameter.replace(/^(?:path|query|header)\./, '');
      if (path === undefined || !/^[\w.-]{1,64}$/.test(argument)) return [];
      const from = `"${path.replaceAll('/', '.')}" of the answer`;
      if (!isSelf) return [`For ${name}, "${argument}" is ${from}.`];
      const isKnown = memberOf(mapIn(tool.inputSchema, 'properties'), argument) !== undefined;
      return isKnown ? [nextText(argument, from)] : [];
    });
  });

const nextText = (argument: string, from: string): string =>
  `For the next page, call again with "${argument}" set to ${from}.`;

/** What to add to the description of a tool; empty if the document says nothing. */
export const followingText = (options: PagingOptions): string => {
  if (options.result.isPaged) return 'For the next page, call again with "next" added to the arguments.';
  const texts = linkTexts(options).slice(0, MOST_LINKS);
  const cursor = texts.some((text) => text.startsWith('For the next page')) ? undefined : cursorOf(options);
  return [...(cursor ? [nextText(cursor[0], `"${cursor[1]}" of the answer`)] : []), ...texts].join(' ');
};
