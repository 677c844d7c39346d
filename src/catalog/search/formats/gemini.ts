// Google's rules for tools of the Gemini API. Pure.
//
// Sources: `FunctionDeclaration`, `Tool` and `GenerateContentConfig.responseJsonSchema` in the types of the package `@google/genai`: what they say of
// `name`, of `functionDeclarations` (at most 512), of `$ref` and of cyclic references. `parametersJsonSchema` takes JSON Schema, so nothing is translated
// into the smaller language of `parameters`; keywords that the API does not use have no effect.

import type { Api } from './api.ts';

/** `tools` of a request for content. */
export const GEMINI: Api = {
  title: 'Gemini',
  name: {
    form: /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/,
    words: 'a letter or _ first, then letters, digits, _, -, . and :, at most 128',
  },
  mostTools: 512,
  plain: {
    refusedAtRoot: [],
    needsProperties: false,
    needsItems: false,
    refStandsAlone: true,
    needsEndOfRecursion: true,
    refusedPattern: undefined,
    argumentName: undefined,
  },
  strict: undefined,
  budget: undefined,
  definition: ({ name, description }, parametersJsonSchema) => ({ name, description, parametersJsonSchema }),
  request: (functionDeclarations) => (functionDeclarations.length === 0 ? [] : [{ functionDeclarations }]),
};
