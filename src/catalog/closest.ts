// "Did you mean": the names nearest to a misspelt one. Front process.

/** Longer names are not compared: the work grows with the square of the length. */
const COMPARED_LENGTH = 64;

/** Edits (insert, delete, replace) that turn `left` into `right`; gives up with Infinity once they must be over `allowed`. */
const distance = (left: string, right: string, allowed: number): number => {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i++) {
    const next = [i];
    for (let j = 1; j <= right.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
    if (Math.min(...row) > allowed) return Number.POSITIVE_INFINITY;
  }
  return row[right.length] ?? 0;
};

/** The names within a third of their length of `name`, whatever their case, nearest first, at most `count`. */
export const closest = (name: string, names: Iterable<string>, count = 1): readonly string[] => {
  if (name.length > COMPARED_LENGTH) return [];
  const wanted = name.toLowerCase();
  const near: { candidate: string; edits: number }[] = [];
  for (const candidate of names) {
    const allowed = Math.max(1, Math.floor(Math.max(name.length, candidate.length) / 3));
    if (Math.abs(candidate.length - name.length) > allowed || candidate.length > COMPARED_LENGTH) continue;
    const edits = distance(wanted, candidate.toLowerCase(), allowed);
    if (edits <= allowed) near.push({ candidate, edits });
  }
  near.sort((a, b) => a.edits - b.edits || (a.candidate < b.candidate ? -1 : 1));
  return near.slice(0, count).map(({ candidate }) => candidate);
};
