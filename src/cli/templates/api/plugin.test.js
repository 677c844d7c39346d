// Cases in addition to the examples: mistakes of a caller. For a case with an answer of the service, write an example with "effects".

export const cases = [
  { name: 'says what is missing', tool: 'exampleTool', arguments: {}, error: '/query is missing' },
  {
    name: 'says what a limit may be',
    tool: 'exampleTool',
    arguments: { query: 'a', limit: 99 },
    error: '/limit must be',
  },
];
