// What is kept of an API key: whose it is and what it is for, and its hash. Reads such records from a file, untrusted. Any process.

/** An API key without its secret. */
export interface KeyRecord {
  readonly id: string;
  /** `sha256:<64 hex>` of the key. */
  readonly hash: string;
  readonly client: string;
  readonly org?: string;
  readonly scopes: readonly string[];
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** ISO 8601, UTC. The key is refused from then on; without it, it holds until it is revoked. */
  readonly expiresAt?: string;
  /** Id of the key that took this one's place: it holds for a grace period. */
  readonly replacedBy?: string;
}

/** The form of a name of a client or organisation. Visible ASCII without quotes, so that logs and rules can hold it as it is. */
export const NAME: RegExp = /^[A-Za-z0-9][A-Za-z0-9._@:/+-]{0,127}$/;
/** The form of a scope: that of RFC 6749, 3.3, at most 128 characters. */
export const SCOPE: RegExp = /^[\x21\x23-\x5b\x5d-\x7e]{1,128}$/;
export const MOST_SCOPES = 64;

/** The form of a key's id. */
export const ID: RegExp = /^[a-z0-9]{8}$/;
const HASH = /^sha256:[0-9a-f]{64}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

export const isTime = (value: unknown): value is string =>
  typeof value === 'string' && TIME.test(value) && !Number.isNaN(Date.parse(value));
const isMatch =
  (form: RegExp) =>
  (value: unknown): boolean =>
    typeof value === 'string' && form.test(value);
const isScopes = (value: unknown): boolean =>
  Array.isArray(value) && value.length <= MOST_SCOPES && value.every(isMatch(SCOPE));

/** Member → its check, and whether every record has it. */
const MEMBERS: ReadonlyMap<string, { readonly isRequired: boolean; readonly fits: (value: unknown) => boolean }> =
  new Map([
    ['id', { isRequired: true, fits: isMatch(ID) }],
    ['hash', { isRequired: true, fits: isMatch(HASH) }],
    ['client', { isRequired: true, fits: isMatch(NAME) }],
    ['org', { isRequired: false, fits: isMatch(NAME) }],
    ['scopes', { isRequired: true, fits: isScopes }],
    ['createdAt', { isRequired: true, fits: isTime }],
    ['expiresAt', { isRequired: false, fits: isTime }],
    ['replacedBy', { isRequired: false, fits: isMatch(ID) }],
  ]);

/** Reads a record. Returns the first thing that is wrong with it as a string: `"org" is not a name`. */
export const readKeyRecord = (value: unknown): KeyRecord | string => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'it is not an object';
  const unknown = Object.keys(value).find((member) => !MEMBERS.has(member));
  if (unknown !== undefined) return `${JSON.stringify(unknown)} is not a known member`;
  const members = new Map(Object.entries(value));
  for (const [member, { isRequired, fits }] of MEMBERS) {
    if (!members.has(member) && isRequired) return `"${member}" is missing`;
    if (members.has(member) && !fits(members.get(member))) return `"${member}" does not have the form that it needs`;
  }
  return Object.fromEntries(members) as unknown as KeyRecord;
};

/** True if a key is refused at this time (milliseconds since 1970) because it has expired. */
export const hasExpired = ({ expiresAt }: KeyRecord, nowMs: number): boolean =>
  expiresAt !== undefined && Date.parse(expiresAt) <= nowMs;

/** Most bytes of a list: 50,000 keys with every member. */
export const MOST_LIST_BYTES = 25_000_000;

/** Reads a list, untrusted. Returns the first thing that is wrong with it as a string: `key 2: is there twice`. */
export const readKeyList = (text: string): readonly KeyRecord[] | string => {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return 'is not JSON';
  }
  const { version, keys } = (document ?? {}) as { version?: unknown; keys?: unknown };
  if (version !== 1 || !Array.isArray(keys)) return 'is not a list of keys of version 1';
  const ids = new Set<string>();
  const hashes = new Set<string>();
  const records: KeyRecord[] = [];
  for (const [index, value] of keys.entries()) {
    const record = readKeyRecord(value);
    if (typeof record === 'string') return `key ${index + 1}: ${record}`;
    if (ids.has(record.id) || hashes.has(record.hash)) return `key ${index + 1}: is there twice`;
    ids.add(record.id);
    hashes.add(record.hash);
    records.push(record);
  }
  return records;
};

export const keyListText = (keys: readonly KeyRecord[]): string => `${JSON.stringify({ version: 1, keys }, null, 1)}\n`;
