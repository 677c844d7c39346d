// Reads issues and finds code on GitHub. Bundled into ../index.js, which runs inside the isolate. It never sees the token: it writes
// a placeholder, which the host replaces.

import { checkLabels, checkPage, checkRepository, checkText, type Repository, repositoryPath } from './arguments.ts';
import { ask } from './ask.ts';
import { codeOf, issueOf, listOf, numberOf, objectOf, summaryOf } from './shapes.ts';

/** The part of the tools' second parameter that this plugin uses. */
export interface Context {
  readonly signal: AbortSignal;
}

const PER_PAGE = 30;
const MAX_QUERY_LENGTH = 256;

interface IssueArguments extends Repository {
  readonly number: number;
}

/** One issue or pull request, with its text. */
export async function getIssue(args: IssueArguments, { signal }: Context) {
  checkRepository(args);
  const { owner, repo, number } = args;
  if (!Number.isSafeInteger(number) || number < 1)
    throw new TypeError('"number" must be the whole number of an issue, for instance 12.');
  const what = `issue ${number} of ${owner}/${repo}`;
  const { json } = await ask({ path: `${repositoryPath(args)}/issues/${number}`, what, signal });
  return issueOf(json);
}

interface ListArguments extends Repository {
  readonly state?: string;
  readonly labels?: readonly string[];
  readonly page?: number;
}

/** A page of the issues and pull requests of a repository, newest first. */
export async function listIssues(args: ListArguments, { signal }: Context) {
  checkRepository(args);
  const { owner, repo, state = 'open', labels = [], page = 1 } = args;
  if (!['open', 'closed', 'all'].includes(state)) throw new TypeError('"state" must be "open", "closed" or "all".');
  checkLabels(labels);
  checkPage(page);
  const query = new URLSearchParams({ state, per_page: String(PER_PAGE), page: String(page) });
  if (labels.length > 0) query.set('labels', labels.join(','));
  const path = `${repositoryPath(args)}/issues?${query}`;
  const { json, nextPage } = await ask({ path, what: `the issues of ${owner}/${repo}`, signal });
  return { issues: listOf(json).map(summaryOf), nextPage };
}

interface SearchArguments {
  readonly query: string;
  readonly page?: number;
}

/** Files whose text or name matches a query in GitHub's own syntax, with the lines that match. */
export async function searchCode({ query: words, page = 1 }: SearchArguments, { signal }: Context) {
  checkText('query', words, MAX_QUERY_LENGTH);
  checkPage(page);
  const query = new URLSearchParams({ q: words, per_page: String(PER_PAGE), page: String(page) });
  const accept = 'application/vnd.github.text-match+json';
  const { json, nextPage } = await ask({ path: `/search/code?${query}`, what: 'this search', accept, signal });
  const found = objectOf(json);
  return {
    total: numberOf(found, 'total_count'),
    isIncomplete: found.incomplete_results === true,
    files: listOf(found.items).map(codeOf),
    nextPage,
  };
}
