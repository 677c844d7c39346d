// Examples from the documentation of compromise, as tools.

import { defineTool } from '@toolcell/plugin';
import nlp from 'compromise';

const TEXT = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] } as const;

export const nlpPastTense = defineTool(
  {
    description: 'Verbs in the past tense.',
    inputSchema: TEXT,
    outputSchema: { type: 'string' },
    examples: [
      { arguments: { text: 'she sells seashells by the seashore.' }, result: 'she sold seashells by the seashore.' },
    ],
  },
  ({ text }) => {
    const doc = nlp(text);
    doc.verbs().toPastTense();
    return doc.text();
  },
);

export const nlpPlural = defineTool(
  {
    description: 'Nouns in the plural.',
    inputSchema: TEXT,
    outputSchema: { type: 'string' },
    examples: [{ arguments: { text: 'a bottle of beer on the wall' }, result: 'bottles of beer on the walls' }],
  },
  ({ text }) => {
    const doc = nlp(text);
    doc.nouns().toPlural();
    return doc.text();
  },
);

export const nlpTerms = defineTool(
  {
    description: 'People, places, numbers and what matches a pattern.',
    inputSchema: TEXT,
    outputSchema: {},
    examples: [
      {
        arguments: { text: 'Spencer Kelly lives in Toronto with 2 big dogs.' },
        result: { people: ['Spencer Kelly'], places: ['Toronto'], numbers: [2], matched: ['big dogs.'] },
      },
    ],
  },
  ({ text }) => {
    const doc = nlp(text);
    return {
      people: doc.people().out('array'),
      places: doc.places().out('array'),
      numbers: doc.numbers().get(),
      matched: doc.match('#Adjective #Noun+').out('array'),
    };
  },
);
