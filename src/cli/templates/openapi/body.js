// Writes the body of a request in the type that the API takes: JSON, a form, parts, text or bytes.

import { queryPairs } from './styles.js';

const bytesIn = (binary) => Uint8Array.from(binary, (character) => character.charCodeAt(0));

/** The members of the body among the arguments, under their own names; undefined if there are none. */
const membersIn = (members, args) => {
  const given = members.filter(({ argument }) => Object.hasOwn(args, argument));
  return given.length === 0 ? undefined : Object.fromEntries(given.map(({ argument, name }) => [name, args[argument]]));
};

/** Each byte as one character. */
const binaryOf = (text) => String.fromCharCode(...new TextEncoder().encode(text));
const binaryText = (text) => (text.match(/[\s\S]{1,4096}/gu) ?? []).map(binaryOf).join('');

/** One part of a form. Names are escaped as browsers do. Only a file has a name of its own, by which servers know it. */
const partOf = (name, value, type, isFile) => {
  const escaped = binaryText(name).replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22');
  const head = `Content-Disposition: form-data; name="${escaped}"${isFile ? `; filename="${escaped}"` : ''}`;
  return `${head}${type ? `\r\nContent-Type: ${type}` : ''}\r\n\r\n${value}`;
};

/** A part for each value: a file is base64, an object is JSON. */
const formParts = (value, files, types) =>
  Object.entries(value).flatMap(([name, member]) => {
    const own = Object.hasOwn(types, name) ? types[name] : undefined;
    return [member].flat().map((one) => {
      if (files.includes(name)) return partOf(name, atob(one), own ?? 'application/octet-stream', true);
      const isObject = typeof one === 'object';
      return partOf(
        name,
        binaryText(isObject ? JSON.stringify(one) : String(one)),
        own ?? (isObject && 'application/json'),
      );
    });
  });

/** `{ type, body }` of a form with parts. No part has the boundary in it. */
const multipart = (parts) => {
  let boundary = '----form-of-the-tool';
  while (parts.some((part) => part.includes(boundary))) boundary += '-';
  const whole = [...parts.map((part) => `--${boundary}\r\n${part}\r\n`), `--${boundary}--\r\n`].join('');
  return { type: `multipart/form-data; boundary=${boundary}`, body: bytesIn(whole) };
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
  if (type === 'multipart/form-data') return multipart(formParts(value, files, types));
  if (body.isBytes) return { type, body: bytesIn(atob(value)) };
  return { type, body: typeof value === 'string' ? value : JSON.stringify(value) };
};
