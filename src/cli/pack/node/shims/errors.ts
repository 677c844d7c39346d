// Errors as Node throws them, with a code. Runs inside the isolate, as part of the packed entry.

type ErrorType = new (message: string) => Error;

/** An error with Node's `code`. */
export const coded = <T extends Error = Error>(
  Type: ErrorType,
  code: string,
  message: string,
): T & { code: string } => {
  const error = Object.assign(new Type(message), { code });
  const { stack } = error;
  if (typeof stack === 'string')
    Object.defineProperty(error, 'stack', {
      value: stack.replace(`${error.name}:`, `${error.name} [${code}]:`),
      writable: true,
      configurable: true,
    });
  return error as unknown as T & { code: string };
};

const receivedText = (value: unknown): string => {
  if (value === undefined || value === null) return `Received ${value}`;
  if (typeof value === 'function') return `Received function ${value.name}`;
  if (typeof value === 'object') {
    const { name } = value.constructor ?? {};
    return name ? `Received an instance of ${name}` : 'Received an object';
  }
  const text =
    typeof value === 'string' ? `'${value.length > 28 ? `${value.slice(0, 25)}...` : value}'` : String(value);
  return `Received type ${typeof value} (${text}${typeof value === 'bigint' ? 'n' : ''})`;
};

/** An argument has the wrong type. `expected`: `of type string`, `an instance of Buffer`. */
export const wrongType = (name: string, expected: string, value: unknown): TypeError => {
  const what = name.endsWith(' argument') ? name : `"${name}" ${name.includes('.') ? 'property' : 'argument'}`;
  return coded(TypeError, 'ERR_INVALID_ARG_TYPE', `The ${what} must be ${expected}. ${receivedText(value)}`);
};

const grouped = (value: unknown): string => {
  const text = typeof value === 'bigint' ? `${value}n` : String(value);
  if (typeof value === 'number' && (!Number.isInteger(value) || Math.abs(value) <= 2 ** 32)) return text;
  return text.replace(/\B(?=(\d{3})+(?!\d))/g, '_');
};

/** A number is outside its range. */
export const outOfRange = (name: string, range: string, value: unknown): RangeError =>
  coded(
    RangeError,
    'ERR_OUT_OF_RANGE',
    `The value of "${name}" is out of range. It must be ${range}. Received ${grouped(value)}`,
  );

/** What a tool cannot have: says so by name. */
export const notInTool = (what: string, instead: string): Error =>
  coded(Error, 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM', `${what} is not available in a tool: ${instead}`);
