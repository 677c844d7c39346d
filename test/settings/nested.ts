// Writes one setting as a configuration. Imported by tests.

/** `value` at a path of the table: `limits.cpuMs` → `{ limits: { cpuMs: value } }`. */
export const nestedAt = (path: string, value: unknown): object =>
  path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as object;
