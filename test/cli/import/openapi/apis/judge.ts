// Judges what was found of one document: the tests of a sample and of all have the same rules.

import { expect } from 'chai';
import type { OthersApi } from './list.ts';
import type { Proof } from './prove.ts';

/** Throws an assertion error that names everything that is wrong. */
export const judge = ({ excused = {}, leftOut = [] }: OthersApi, proof: Proof): void => {
  const unanswered = proof.unanswered.filter((line) => !Object.hasOwn(excused, line.split(/[ :]/, 1)[0] ?? ''));
  const missing = proof.notes.filter(
    (note) => note.includes('is left out') && !leftOut.some((start) => note.startsWith(start)),
  );
  expect({ ...proof, unanswered, missing }).to.deep.include({
    unanswered: [],
    missing: [],
    let: [],
    denied: 20,
    typeFaults: [],
    formatFaults: [],
  });
  expect(proof.tools + leftOut.length).to.equal(proof.operations);
};
