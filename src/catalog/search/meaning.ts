// Mixes what the words of a query say about tools with how near they are in meaning. Front process; pure.
//
// Similarities of different models lie in different ranges: 0.7 may be near for one and far for another. So they are compared with one another: the
// average of the tools that the caller may call counts 0, the nearest of them 1. Words are compared with the best of the same tools. Hidden tools have no
// influence on either. Weights are such that a bad model does little harm; see test/catalog/search/evaluation.test.ts.

import { byScore, type Entry, inSteps, type Match } from './ranking.ts';

/** How much the meaning counts for a tool; the words have the rest. */
const MEANING_WEIGHT = 0.4;
/** If the best tool has less than this part of the words, they say little, and count less. */
const LEAST_BEST = 0.2;
/** A tool counts as near from here on, so that it is found without a word of the query. */
const NEAR_PART = 0.5;
/** Differences between similarities that are only noise. */
const NOISE = 1e-4;

/**
 * The tools that have words of the query or are near to it, the best first. `matches` are in this order, too. `similarities`: for each of `entries`, all the tools that may be called;
 * NaN for a tool of which nothing is known, which is ranked by its words alone.
 */
export const withMeaning = (
  matches: readonly Match[],
  entries: readonly Entry[],
  similarities: Float32Array,
): readonly Match[] => {
  const partOf = partsBetween(similarities);
  const best = Math.max(LEAST_BEST, matches[0]?.score ?? 0);
  const byTool = new Map(matches.map((match) => [match.tool, match]));
  const mixed = entries.flatMap((entry, at): Match | readonly Match[] => {
    const match = byTool.get(entry.tool);
    const similarity = similarities[at] as number;
    const words = (match?.score ?? 0) / best;
    const part = Number.isNaN(similarity) ? words : partOf(similarity);
    const isNear = !Number.isNaN(similarity) && part >= NEAR_PART;
    if (match === undefined && !isNear) return [];
    const score = (1 - MEANING_WEIGHT) * words + MEANING_WEIGHT * part;
    const reasons = match?.reasons ?? (() => []);
    return { ...entry, score: inSteps(score), reasons, ...(isNear && { similarity }) };
  });
  return mixed.sort(byScore);
};

/** Gives a similarity its place between the average and the highest: 0 to 1. */
const partsBetween = (similarities: Float32Array): ((similarity: number) => number) => {
  let [known, sum, highest] = [0, 0, -1];
  for (const similarity of similarities) {
    if (Number.isNaN(similarity)) continue;
    known += 1;
    sum += similarity;
    highest = Math.max(highest, similarity);
  }
  const average = sum / known;
  // One tool, or tools that are all as near: there is nothing to compare with.
  if (highest - average < NOISE) return (similarity) => (similarity > 0 ? 1 : 0);
  return (similarity) => Math.max(0, (similarity - average) / (highest - average));
};
