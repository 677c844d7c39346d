// Anthropic's rules for tools of the Messages API. Pure.
//
// Sources: "Structured outputs", "JSON Schema limitations" and "Schema complexity limits", and "Strict tool use" (platform.claude.com/docs); the types of
// the package `@anthropic-ai/sdk`; and errors of the API: "tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'", "input_schema does
// not support oneOf, allOf, or anyOf at the top level", "input_schema.properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'", "For
// 'integer' type, properties maximum, minimum are not supported".

import type { Api } from './api.ts';

/** `tools` of a request to the Messages API. */
export const ANTHROPIC: Api = {
  title: 'Anthropic',
  name: { form: /^[a-zA-Z0-9_-]{1,128}$/, words: 'letters, digits, _ and -, at most 128' },
  mostTools: Number.POSITIVE_INFINITY,
  plain: {
    refusedAtRoot: ['anyOf', 'oneOf', 'allOf'],
    needsProperties: false,
    needsItems: false,
    refStandsAlone: false,
    needsEndOfRecursion: false,
    refusedPattern: undefined,
    argumentName: { form: /^[a-zA-Z0-9_.-]{1,64}$/, words: 'letters, digits, _, - and ., at most 64' },
  },
  strict: {
    keywords: ['pattern'],
    formats: ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'uri', 'ipv4', 'ipv6', 'uuid'],
    formatsNeedOneType: true,
    allRequired: false,
    takesDefault: true,
    takesRecursion: false,
    constrainsTypeLists: false,
    literalsNeedType: false,
    choicesDifferAtFirst: false,
    limits: {},
  },
  budget: { tools: 20, optional: 24, unions: 16 },
  definition: ({ name, description }, schema, isStrict) => ({
    name,
    description,
    input_schema: schema,
    ...(isStrict && { strict: true }),
  }),
  request: (definitions) => definitions,
};
