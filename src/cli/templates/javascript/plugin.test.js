// Cases in addition to the examples of the manifest. `toolcell test` makes each of these calls in the real sandbox.

export const cases = [
  {
    name: 'counts across lines',
    tool: 'exampleTool',
    arguments: { text: 'one\ntwo' },
    result: { words: 2, characters: 7 },
  },
  { name: 'says what is missing', tool: 'exampleTool', arguments: {}, error: '/text is missing' },
  {
    name: 'copes with a long text',
    tool: 'exampleTool',
    arguments: { text: 'word '.repeat(10_000) },
    check(result) {
      if (result.words !== 10_000) throw new Error(`counted ${result.words} words, not 10,000`);
    },
  },
];
