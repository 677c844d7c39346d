// OpenAI's rules for tools, of Chat Completions and of the Responses API. Pure.
//
// Sources: "Structured Outputs", "Supported schemas" (developers.openai.com/api/docs/guides/structured-outputs); the types of the package `openai`; and
// errors of the API: "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level", "object schema missing
// properties", "array schema missing items", "'tools': array too long. Expected an array with maximum length 128", "'uri' is not a valid format",
// "'default' is not permitted", "Objects provided via 'anyOf' must not share identical first keys". Descriptions had a limit of 1,024 characters, which
// the API no longer has; the lint warns of it for other hosts of the same models.

import type { Api, PlainRules, StrictRules } from './api.ts';

const NAME = { form: /^[a-zA-Z0-9_-]{1,64}$/, words: 'letters, digits, _ and -, at most 64' };

const PLAIN: PlainRules = {
  refusedAtRoot: ['anyOf', 'oneOf', 'allOf', 'enum', 'not'],
  needsProperties: true,
  needsItems: true,
  refStandsAlone: false,
  needsEndOfRecursion: false,
  // Its validator reads regular expressions as Python does.
  refusedPattern: /\\[pP]\{|\\u\{|\(\?<[^=!]|\\k</,
  argumentName: undefined,
};

const STRICT: StrictRules = {
  keywords: [
    ...['pattern', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
    ...['minItems', 'maxItems'],
  ],
  formats: ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'],
  formatsNeedOneType: false,
  allRequired: true,
  takesDefault: false,
  takesRecursion: true,
  constrainsTypeLists: true,
  literalsNeedType: true,
  choicesDifferAtFirst: true,
  limits: { levels: 10, properties: 5_000, enumValues: 1_000, letters: 120_000 },
};

const COMMON = {
  title: 'OpenAI',
  name: NAME,
  mostTools: 128,
  plain: PLAIN,
  strict: STRICT,
  budget: undefined,
} as const;

/** `tools` of a request to Chat Completions. */
export const OPENAI: Api = {
  ...COMMON,
  definition: ({ name, description }, parameters, strict) => ({
    type: 'function',
    function: { name, description, parameters, strict },
  }),
  request: (definitions) => definitions,
};

/** `tools` of a request to the Responses API, which takes a tool that does not say `strict: false` as a strict one. */
export const OPENAI_RESPONSES: Api = {
  ...COMMON,
  definition: ({ name, description }, parameters, strict) => ({
    type: 'function',
    name,
    description,
    parameters,
    strict,
  }),
  request: (definitions) => definitions,
};
