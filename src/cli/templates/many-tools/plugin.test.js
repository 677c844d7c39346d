// Cases in addition to the examples. `toolcell test` makes each of these calls in the real sandbox.

export const cases = [
  {
    name: 'keeps fractions exact',
    tool: 'exampleToolLength',
    arguments: { value: 0.1, from: 'kilometres', to: 'metres' },
    result: 100,
  },
  {
    name: 'names the units',
    tool: 'exampleToolLength',
    arguments: { value: 1, from: 'inch', to: 'feet' },
    error: '/from must be one of',
  },
  {
    name: 'wants a number',
    tool: 'exampleToolTemperature',
    arguments: { value: 'hot', to: 'celsius' },
    error: '/value must be a number',
  },
];
