// Builds the request of an operation from the arguments of a call.

import { bodyOf } from './body.js';
import { headerValue, pathText, queryPairs } from './styles.js';

const given = (parameters, place, args) =>
  parameters.filter((parameter) => parameter.in === place && Object.hasOwn(args, parameter.argument));

/** Text takes the place of `{name}` in the path. It is encoded, and is never a segment that leads elsewhere. */
const pathOf = ({ path, parameters }, args) =>
  path.replaceAll(/\{([^{}]+)\}/g, (_, name) => {
    const parameter = parameters.find((one) => one.in === 'path' && one.name === name);
    const text = pathText(parameter, args[parameter.argument]);
    if (!/^\.{0,2}$/.test(decodeURIComponent(text)) && !/%2f|%5c/i.test(text)) return text;
    throw new TypeError(
      `${JSON.stringify(parameter.argument)} is one segment of the path ${path}: it cannot be empty, "." or "..", or have "/" or "\\" in it.`,
    );
  });

/** `{ url, method, headers, body }` without credentials. */
export const requestOf = (operation, args) => {
  const { server, method, parameters } = operation;
  const query = given(parameters, 'query', args).flatMap((one) => queryPairs(one, args[one.argument]));
  const cookies = given(parameters, 'cookie', args).flatMap((one) => queryPairs(one, args[one.argument]));
  const headers = { accept: 'application/json, */*;q=0.5' };
  for (const one of given(parameters, 'header', args)) headers[one.name] = headerValue(one, args[one.argument]);
  if (cookies.length > 0) headers.cookie = cookies.join('; ');
  const { type, body } = bodyOf(operation.body, args);
  if (type !== undefined) headers['content-type'] = type;
  const url = `${server}${pathOf(operation, args)}${query.length > 0 ? `?${query.join('&')}` : ''}`;
  return { url, method, headers, ...(body !== undefined && { body }) };
};
