// More cases than the examples show: what a caller does wrong. Cases with entries of the store are examples with "effects".

export const cases = [
  {
    name: 'says what a name is',
    tool: 'exampleToolSave',
    arguments: { name: 'a b', text: '' },
    error: '"name" must be 1 to 60 letters',
  },
  { name: 'says what a text is', tool: 'exampleToolSave', arguments: { name: 'a' }, error: '"text" must be a string' },
  { name: 'says what is missing', tool: 'exampleToolRead', arguments: {}, error: '"name" must be' },
];
