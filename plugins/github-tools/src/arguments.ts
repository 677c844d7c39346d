// Checks the caller's arguments, so that none of them can lead a request to another path.

export interface Repository {
  readonly owner: string;
  readonly repo: string;
}

const MAX_LABELS = 20;
const MAX_LABEL_LENGTH = 100;
/** GitHub returns at most the first thousand results of a search, and few callers read that far. */
const MAX_PAGE = 1_000;

/** Checks names by GitHub's own rules: no `/`, no `%`, not `.` or `..`. */
export function checkRepository({ owner, repo }: Repository): void {
  if (typeof owner !== 'string' || !/^[A-Za-z0-9][A-Za-z0-9_-]{0,38}$/.test(owner))
    throw new TypeError('"owner" must be the name of a user or organisation on GitHub, for instance "nodejs".');
  if (typeof repo !== 'string' || !/^[A-Za-z0-9_.-]{1,100}$/.test(repo) || /^\.{1,2}$/.test(repo))
    throw new TypeError('"repo" must be the name of a repository without its owner, for instance "node".');
}

/** The path of a repository in the API. Its names are encoded, although they have been checked. */
export const repositoryPath = ({ owner, repo }: Repository): string =>
  `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repo)}`;

export function checkPage(page: unknown): void {
  if (!Number.isInteger(page) || Number(page) < 1 || Number(page) > MAX_PAGE)
    throw new TypeError(`"page" must be a whole number from 1 to ${MAX_PAGE}.`);
}

export function checkText(name: string, text: unknown, maxLength: number): void {
  if (typeof text !== 'string' || text.trim() === '' || text.length > maxLength)
    throw new TypeError(`"${name}" must be a text of 1 to ${maxLength} characters.`);
}

export function checkLabels(labels: unknown): void {
  if (!Array.isArray(labels) || labels.length > MAX_LABELS)
    throw new TypeError(`"labels" must be a list of at most ${MAX_LABELS} names of labels.`);
  for (const label of labels) {
    checkText('labels', label, MAX_LABEL_LENGTH);
    // The API takes one string, in which commas separate the labels.
    if (label.includes(',')) throw new TypeError('"labels" must be names without a comma, each an item of its own.');
  }
}
