// Cases in addition to the examples: mistakes of a caller. For a case with entries of the store, write an example with "effects".

export const cases = [
  {
    name: 'says what a name is',
    tool: 'exampleToolSave',
    arguments: { name: 'a b', text: '' },
    error: '/name must match',
  },
  { name: 'says what a text is', tool: 'exampleToolSave', arguments: { name: 'a' }, error: '/text is missing' },
  { name: 'says what is missing', tool: 'exampleToolRead', arguments: {}, error: '/name is missing' },
];
