// Checks values by the schemas of zod 3 and 4 that a server registers, or by a shape of them, without a zod of its own. Runs inside the isolate, as part of
// the packed entry.

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

type Checked =
  | { readonly success: true; readonly data: unknown }
  | { readonly success: false; readonly error: { readonly message: string; readonly issues?: readonly Issue[] } };

/** A schema of zod, of either version, or of its mini variant. */
export interface Schema {
  safeParseAsync?(value: unknown): Promise<Checked>;
  readonly '~standard'?: { validate(value: unknown): unknown };
}

/** True for a schema of zod. */
export const isSchema = (value: unknown): value is Schema => {
  if (typeof value !== 'object' || value === null) return false;
  return '_def' in value || '_zod' in value || typeof (value as { safeParse?: unknown }).safeParse === 'function';
};

const check = async (schema: Schema, value: unknown): Promise<Checked> => {
  if (schema.safeParseAsync) return schema.safeParseAsync(value);
  const found = (await schema['~standard']?.validate(value)) as { value?: unknown; issues?: readonly Issue[] };
  if (!found.issues) return { success: true, data: found.value };
  return { success: false, error: { message: JSON.stringify(found.issues, null, 2), issues: found.issues } };
};

/** The words of the SDK for what is wrong. */
const wordsOf = ({ message, issues }: Extract<Checked, { success: false }>['error']): string =>
  message || String(issues);

/** Puts a value under a name that may be one of an object's own. */
const put = (target: object, name: string, value: unknown): void => {
  Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
};

/** Checks each member by its schema, and leaves out those that have none, as an object of zod does. */
const checkShape = async (shape: Readonly<Record<string, Schema>>, value: unknown): Promise<Checked> => {
  if (typeof value !== 'object' || value === null) return { success: false, error: { message: 'expected object' } };
  const data = {};
  const issues: Issue[] = [];
  for (const [name, schema] of Object.entries(shape)) {
    const given = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
    const found = await check(schema, given);
    if (!found.success)
      issues.push(...(found.error.issues ?? []).map((issue) => ({ ...issue, path: [name, ...issue.path] })));
    else if (found.data !== undefined || Object.hasOwn(value, name)) put(data, name, found.data);
  }
  if (issues.length === 0) return { success: true, data };
  return { success: false, error: { message: JSON.stringify(issues, null, 2), issues } };
};

/** The value as the schema or the shape makes it. Throws what `wrong` makes of the words for its faults. */
export const parsed = async (
  schema: Schema | Readonly<Record<string, Schema>>,
  value: unknown,
  wrong: (words: string) => Error,
): Promise<unknown> => {
  const found = await (isSchema(schema) ? check(schema, value) : checkShape(schema, value));
  if (!found.success) throw wrong(wordsOf(found.error));
  return found.data;
};
