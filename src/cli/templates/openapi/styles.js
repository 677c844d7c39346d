// How OpenAPI writes arrays and objects into paths, queries, headers and cookies: its "style" and "explode".

const isObject = (value) => typeof value === 'object' && value !== null;
const textOf = (value) => (isObject(value) ? JSON.stringify(value) : String(value));
const encoded = (value) => encodeURIComponent(textOf(value));
/** Reserved characters stay, but for those that would end the value. */
const encodedLess = (value) => encodeURI(textOf(value)).replaceAll(/[#&+]/g, encodeURIComponent);

const entriesOf = (value) => Object.entries(value).filter(([, member]) => member !== undefined && member !== null);

/** The parts of a value, each encoded: `['a', 'b']`, or `['name=a']` and `['name', 'a']` of an object. */
const partsOf = (value, explode, encode) => {
  if (Array.isArray(value)) return value.map(encode);
  if (!isObject(value)) return [encode(value)];
  return entriesOf(value).flatMap(([name, member]) =>
    explode ? [`${encode(name)}=${encode(member)}`] : [encode(name), encode(member)],
  );
};

/** The text for `{name}` in a path. */
export const pathText = ({ name, style = 'simple', explode = false, isJson }, value) => {
  if (isJson) return encoded(JSON.stringify(value));
  const parts = partsOf(value, explode, encoded);
  if (style === 'label') return `.${parts.join(explode ? '.' : ',')}`;
  if (style !== 'matrix') return parts.join(',');
  if (!explode || !isObject(value)) return `;${name}=${parts.join(',')}`;
  return Array.isArray(value) ? parts.map((part) => `;${name}=${part}`).join('') : `;${parts.join(';')}`;
};

const DELIMITERS = { spaceDelimited: '%20', pipeDelimited: '%7C' };

/** The pairs `name=value` of a query or a cookie. */
export const queryPairs = ({ name, style = 'form', explode = true, isJson, allowReserved }, value) => {
  const encode = allowReserved ? encodedLess : encoded;
  const key = encodeURIComponent(name);
  if (isJson) return [`${key}=${encode(JSON.stringify(value))}`];
  if (style === 'deepObject' && isObject(value)) return deepPairs(name, value, encode);
  if (!explode || !isObject(value)) return [`${key}=${partsOf(value, false, encode).join(DELIMITERS[style] ?? ',')}`];
  return Array.isArray(value)
    ? value.map((one) => `${key}=${encode(one)}`)
    : entriesOf(value).map(([member, one]) => `${encodeURIComponent(member)}=${encode(one)}`);
};

/** `filter[a]=1&filter[b][c]=2`. */
const deepPairs = (prefix, value, encode) =>
  entriesOf(value).flatMap(([name, member]) => {
    const key = `${prefix}[${name}]`;
    if (isObject(member) && !Array.isArray(member)) return deepPairs(key, member, encode);
    return [member].flat().map((one) => `${encodeURIComponent(key)}=${encode(one)}`);
  });

/** A header's value. Headers are not percent-encoded. */
export const headerValue = ({ explode = false, isJson }, value) =>
  isJson ? JSON.stringify(value) : partsOf(value, explode, textOf).join(',');
