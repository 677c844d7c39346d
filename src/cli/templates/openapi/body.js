// Writes the body of a request in the type that the API takes: JSON, a form, parts, text or bytes.

import { queryPairs } from './styles.js';

const bytesOf = (base64) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/** The members of the body among the arguments, under their own names; undefined if there are none. */
const membersIn = (members, args) => {
  const given = members.filter(({ argument }) => Object.hasOwn(args, argument));
  return given.length === 0 ? undefined : Object.fromEntries(given.map(({ argument, name }) => [name, args[argument]]));
};

/** A part for each value. A value of a file is base64. */
const formParts = (value, files, types) => {
  const form = new FormData();
  for (const [name, member] of Object.entries(value))
    for (const one of [member].flat())
      if (files.includes(name)) form.append(name, new Blob([bytesOf(one)]), name);
      else if (typeof one !== 'object' && !Object.hasOwn(types, name)) form.append(name, String(one));
      else {
        const text = typeof one === 'string' ? one : JSON.stringify(one);
        form.append(
          name,
          new Blob([text], { type: Object.hasOwn(types, name) ? types[name] : 'application/json' }),
          name,
        );
      }
  return form;
};

const formText = (value, styles) =>
  Object.entries(value)
    .flatMap(([name, member]) => queryPairs({ ...(Object.hasOwn(styles, name) && styles[name]), name }, member))
    .join('&');

/** `{ type, body }`; empty if the operation has no body, or the call gives none. */
export const bodyOf = (body, args) => {
  if (body === undefined) return {};
  const { type, argument, members, files = [], styles = {}, types = {}, isRequired } = body;
  const own = Object.hasOwn(args, argument ?? '') ? args[argument] : undefined;
  const value = (members ? membersIn(members, args) : own) ?? (members && isRequired ? {} : undefined);
  if (value === undefined) return {};
  if (/[/+]json\b/.test(type)) return { type, body: JSON.stringify(value) };
  if (type === 'application/x-www-form-urlencoded') return { type, body: formText(value, styles) };
  // The platform writes the type of a form, because it has the boundary in it.
  if (type === 'multipart/form-data') return { body: formParts(value, files, types) };
  if (body.isBytes) return { type, body: bytesOf(value) };
  return { type, body: typeof value === 'string' ? value : JSON.stringify(value) };
};
