// More cases than the examples show: what a caller does wrong. Cases with answers of the service are examples with "effects".

export const cases = [
  { name: 'says what is missing', tool: 'exampleTool', arguments: {}, error: '"query" must be words' },
  {
    name: 'says what a limit may be',
    tool: 'exampleTool',
    arguments: { query: 'a', limit: 99 },
    error: '"limit" must be a whole number',
  },
];
