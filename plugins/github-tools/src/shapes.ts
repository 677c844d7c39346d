// Converts GitHub's JSON to the tools' results: picks the members that matter, with the types that the output schema promises.

const MAX_BODY_LENGTH = 20_000;
const MAX_FRAGMENT_LENGTH = 500;
const MAX_FRAGMENTS = 3;

type Members = Readonly<Record<string, unknown>>;

export function objectOf(json: unknown): Members {
  return typeof json === 'object' && json !== null && !Array.isArray(json) ? (json as Members) : {};
}

export function listOf(json: unknown): readonly Members[] {
  return Array.isArray(json) ? json.map(objectOf) : [];
}

const textOf = (object: Members, name: string): string => {
  const value = object[name];
  return typeof value === 'string' ? value : '';
};

const textOrNull = (object: Members, name: string): string | null => textOf(object, name) || null;

/** An integer member; 0 if there is none. */
export function numberOf(object: Members, name: string): number {
  const value = object[name];
  return Number.isSafeInteger(value) ? Number(value) : 0;
}

/** Labels are objects or, in old issues, strings. */
const labelsOf = ({ labels }: Members): readonly string[] =>
  Array.isArray(labels)
    ? labels.map((label: unknown) => (typeof label === 'string' ? label : textOf(objectOf(label), 'name')))
    : [];

/** An issue as a list shows it. */
export function summaryOf(issue: Members) {
  return {
    number: numberOf(issue, 'number'),
    title: textOf(issue, 'title'),
    state: textOf(issue, 'state') === 'closed' ? 'closed' : 'open',
    isPullRequest: issue.pull_request !== undefined && issue.pull_request !== null,
    author: textOrNull(objectOf(issue.user), 'login'),
    labels: labelsOf(issue),
    comments: numberOf(issue, 'comments'),
    createdAt: textOf(issue, 'created_at'),
    updatedAt: textOf(issue, 'updated_at'),
    url: textOf(issue, 'html_url'),
  };
}

/** An issue with its text, which is cut if it is very long. */
export function issueOf(json: unknown) {
  const issue = objectOf(json);
  const body = textOf(issue, 'body');
  return {
    ...summaryOf(issue),
    stateReason: textOrNull(issue, 'state_reason'),
    closedAt: textOrNull(issue, 'closed_at'),
    assignees: listOf(issue.assignees).map((user) => textOf(user, 'login')),
    milestone: textOrNull(objectOf(issue.milestone), 'title'),
    body: cut(body, MAX_BODY_LENGTH),
    isBodyCut: body.length > MAX_BODY_LENGTH,
  };
}

/** A file that a search found, with some of the matches. */
export function codeOf(item: Members) {
  const places = listOf(item.text_matches).slice(0, MAX_FRAGMENTS);
  return {
    repository: textOf(objectOf(item.repository), 'full_name'),
    path: textOf(item, 'path'),
    url: textOf(item, 'html_url'),
    fragments: places.map((place) => cut(textOf(place, 'fragment'), MAX_FRAGMENT_LENGTH)),
  };
}

/** At most `maxLength` UTF-16 units, without half of a surrogate pair at the end. */
function cut(text: string, maxLength: number): string {
  const start = text.slice(0, maxLength);
  return start.length < text.length ? start.replace(/[\ud800-\udbff]$/, '') : start;
}
