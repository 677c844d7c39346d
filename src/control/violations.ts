// Writes the violations of a schema for callers. A runner's claims are untrusted: a claim that the arguments contradict is dropped.

import type { Violation } from '../shared/protocol/errors.ts';
import type { Json } from '../shared/protocol/json.ts';
import { nearest } from '../shared/text/nearest.ts';

const MOST_VIOLATIONS = 21;
const MOST_LISTED = 30;
const TEXT_CHARACTERS = 300;
const SHOWN_VALUES = 12;
const SUMMED_UP = 5;

export type Side = 'input' | 'output';

/** A runner's claim that the value at `path` breaks this keyword of JSON Schema. */
interface Claim {
  readonly path: string;
  readonly keyword: string;
  readonly message: string;
  readonly expected: readonly string[];
  readonly allowed: readonly Scalar[];
  readonly got: string | undefined;
}

type Scalar = string | number | boolean | null;

const isScalar = (value: unknown): value is Scalar =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

/** There is no value, or the text is not JSON. */
const ABSENT = Symbol('absent');

/** The violations that a runner claims and the arguments do not contradict. `claimsText`: JSON, untrusted. */
export const argumentViolations = (claimsText: string, argumentsText: string): readonly Violation[] => {
  const claims = claimsIn(claimsText);
  if (claims.length === 0) return [];
  const root = parsed(argumentsText);
  return claims.flatMap((claim) => {
    const value = valueAt(root, claim.path);
    return isContradicted(claim, value, root) ? [] : [violationOf({ ...claim, got: typeOf(value) })];
  });
};

/** The violations that a runner claims of a result. They cannot be checked, because the result is not here, and only blame the plugin itself. */
export const resultViolations = (claimsText: string): readonly Violation[] => claimsIn(claimsText).map(violationOf);

/** The first five in a sentence, for a language model. */
export const summaryOf = (violations: readonly Violation[], side: Side): string => {
  const itself = side === 'input' ? 'the arguments' : 'the result';
  const parts = violations.slice(0, SUMMED_UP).map(({ path, message }) => `${path || itself} ${message}`);
  const more = violations.length - parts.length;
  return `${parts.join('; ')}${more > 0 ? `; and ${more} more, see "violations"` : ''}.`;
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return ABSENT;
  }
};

/** A plugin may have written this text, so every part is checked and cut. */
const claimsIn = (text: string): readonly Claim[] => {
  const list = parsed(text);
  return Array.isArray(list) ? list.slice(0, MOST_VIOLATIONS).flatMap(claimIn) : [];
};

const claimIn = (entry: unknown): readonly Claim[] => {
  if (typeof entry !== 'object' || entry === null) return [];
  const own = (name: string): unknown =>
    Object.hasOwn(entry, name) ? (entry as Record<string, unknown>)[name] : undefined;
  const [path, message, keyword] = [own('path'), own('message'), own('keyword')];
  if (typeof path !== 'string' || typeof message !== 'string') return [];
  if (path.length > TEXT_CHARACTERS) return [];
  const got = own('got');
  return [
    {
      path,
      message: message.slice(0, TEXT_CHARACTERS),
      keyword: typeof keyword === 'string' ? keyword : '',
      expected: listIn(own('expected')).filter((type) => typeof type === 'string' && Object.hasOwn(ARTICLES, type)),
      allowed: listIn(own('allowed')).filter(isScalar).map(cutText),
      got: typeof got === 'string' && Object.hasOwn(ARTICLES, got) ? got : undefined,
    } as Claim,
  ];
};

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value.slice(0, MOST_LISTED) : []);

const cutText = (value: Scalar): Scalar => (typeof value === 'string' ? value.slice(0, TEXT_CHARACTERS) : value);

const ARTICLES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
  null: 'null',
};

const typeOf = (value: unknown): string | undefined => {
  if (value === ABSENT) return undefined;
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
};

const isOfType = (value: unknown, type: string): boolean =>
  type === 'integer' ? Number.isInteger(value) : typeOf(value) === type;

const stepsOf = (path: string): readonly string[] =>
  path
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

const valueAt = (root: unknown, path: string): unknown => {
  let value = root;
  for (const name of stepsOf(path)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return ABSENT;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
};

/** Keywords whose path names a missing member. */
const OF_MISSING: readonly string[] = ['required', 'dependentRequired', 'dependencies'];
/** Keywords whose path names a member that should not exist. */
const OF_SURPLUS: readonly string[] = ['additionalProperties', 'unevaluatedProperties'];

const isContradicted = ({ path, keyword, expected, allowed }: Claim, value: unknown, root: unknown): boolean => {
  if (OF_MISSING.includes(keyword)) {
    const parent = valueAt(root, path.slice(0, Math.max(0, path.lastIndexOf('/'))));
    return value !== ABSENT || typeOf(parent) !== 'object';
  }
  if (value === ABSENT) return true;
  if (OF_SURPLUS.includes(keyword)) return allowed.includes(stepsOf(path).at(-1) ?? '');
  if (keyword === 'type') return expected.some((type) => isOfType(value, type));
  return (keyword === 'enum' || keyword === 'const') && isScalar(value) && allowed.includes(value);
};

const violationOf = (claim: Claim): Violation => {
  const { path, expected, allowed, got } = claim;
  const meant = meantBy(claim);
  return {
    path,
    message: messageOf(claim, meant),
    ...(expected.length > 0 && { expected }),
    ...(got !== undefined && { got }),
    ...(allowed.length > 0 && { allowed: allowed as readonly Json[] }),
    ...(meant !== undefined && { didYouMean: meant }),
  };
};

/** The known name that is nearest to an unknown one. */
const meantBy = ({ path, keyword, allowed }: Claim): string | undefined => {
  if (!OF_SURPLUS.includes(keyword)) return undefined;
  const names = allowed.filter((name): name is string => typeof name === 'string');
  return nearest(stepsOf(path).at(-1) ?? '', names)[0];
};

const messageOf = ({ keyword, message, expected, allowed, got }: Claim, meant: string | undefined): string => {
  const types = expected.map((type) => ARTICLES[type]).join(' or ');
  if (keyword === 'type' && types !== '')
    return `must be ${types}${got === undefined ? '' : `, but is ${ARTICLES[got]}`}`;
  if (keyword === 'required') return `is missing${types === '' ? '' : `: ${types}`}`;
  if (keyword === 'enum' && allowed.length > 0) return `must be one of ${shownValues(allowed)}`;
  if (keyword === 'const' && allowed.length > 0) return `must be ${shownValues(allowed)}`;
  if (!OF_SURPLUS.includes(keyword)) return message;
  const hint = meant === undefined ? '' : `; did you mean ${JSON.stringify(meant)}?`;
  const known = allowed.length === 0 ? '' : `${hint === '' ? ';' : ''} Known are ${shownValues(allowed)}`;
  return `is not a member that is known here${hint}${known}`;
};

const shownValues = (values: readonly Scalar[]): string => {
  const shown = values.slice(0, SHOWN_VALUES).map((value) => JSON.stringify(value));
  return `${shown.join(', ')}${values.length > shown.length ? ' and others' : ''}`;
};
