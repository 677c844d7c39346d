// Reads a response: JSON as it is, text as text, other bytes as base64. A status that is an error ends the call.

const MOST_ERROR_CHARACTERS = 600;
const MOST_CHARACTERS = 200_000;

const isJsonType = (type) => /[/+]json\b/i.test(type);
const isTextType = (type) => type === '' || /^text\/|[/+](xml|yaml|csv|javascript|graphql)\b/i.test(type);

const base64Of = (bytes) => {
  const parts = [];
  for (let at = 0; at < bytes.length; at += 8_192) parts.push(String.fromCharCode(...bytes.subarray(at, at + 8_192)));
  return btoa(parts.join(''));
};

const valueIn = async (response) => {
  const type = response.headers.get('content-type') ?? '';
  if (response.status === 204 || response.status === 205) return null;
  if (!isJsonType(type) && !isTextType(type))
    return { contentType: type, base64: base64Of(new Uint8Array(await response.arrayBuffer())) };
  const text = await response.text();
  if (text === '') return null;
  if (!isJsonType(type) && !/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const memberAt = (value, names) => {
  if (names.length === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => memberAt(one, names));
  return Object.hasOwn(value, names[0]) ? memberAt(value[names[0]], names.slice(1)) : undefined;
};

/** Only these members, such as `id` or `user.login`; of a list, of each of its entries. */
const only = (value, fields) => {
  if (Array.isArray(value)) return value.map((one) => only(one, fields));
  if (typeof value !== 'object' || value === null) return value;
  const kept = fields.map((field) => [field, memberAt(value, field.split('.'))]);
  return Object.fromEntries(kept.filter(([, member]) => member !== undefined));
};

/** The query of the page that the header "Link" calls the next one, as arguments of this tool. */
const nextPage = ({ parameters }, response) => {
  const [, address] = /<([^<>]*)>[^<]*;\s*rel="?next\b/i.exec(response.headers.get('link') ?? '') ?? [];
  const url = address === undefined ? null : URL.parse(address, response.url || undefined);
  if (url === null) return undefined;
  const next = {};
  for (const { in: place, name, argument, isNumber } of parameters) {
    const text = place === 'query' ? url.searchParams.get(name) : null;
    if (text !== null) next[argument] = isNumber ? Number(text) : text;
  }
  return next;
};

/** The result of the tool. Throws an error with status and body for a status of 400 and above. */
export const resultOf = async (operation, response, args) => {
  const { method, path, isPaged } = operation;
  if (!response.ok) {
    const text = (await response.text()).slice(0, MOST_ERROR_CHARACTERS);
    // With the response as its cause, the host knows that the error is the other server's.
    throw new Error(`${method} ${path} answered ${response.status}${text && `: ${text}`}`, { cause: response });
  }
  const value = await valueIn(response);
  const result = args._fields === undefined ? value : only(value, args._fields);
  const { length } = JSON.stringify(result);
  if (length > MOST_CHARACTERS)
    throw new RangeError(
      `The answer has ${length} characters; at most ${MOST_CHARACTERS} are returned. Ask for fewer entries, or name the members that you need in "_fields".`,
    );
  if (!isPaged) return result;
  const next = nextPage(operation, response);
  return next === undefined ? { result } : { result, next };
};
