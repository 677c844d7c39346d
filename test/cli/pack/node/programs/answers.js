// Runs the cases of a program and writes their results as JSON, the same way in Node and in a tool.

/** A value that JSON cannot hold, in words. */
const written = (value) => {
  if (value === undefined) return { undefined: true };
  if (typeof value === 'bigint') return { bigint: String(value) };
  if (typeof value === 'symbol' || typeof value === 'function') return { [typeof value]: true };
  if (Object.is(value, -0) || (typeof value === 'number' && !Number.isFinite(value)))
    return { number: Object.is(value, -0) ? '-0' : String(value) };
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error) return { error: value.name, code: written(value.code), message: value.message };
  if (value instanceof Uint8Array)
    return { bytes: [...value].map((byte) => byte.toString(16).padStart(2, '0')).join('') };
  if (Array.isArray(value)) return value.map(written);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, written(one)]));
};

/** Name of a case → its result, or the error that it throws. */
export const answersOf = async (cases) => {
  const answers = {};
  for (const [name, run] of Object.entries(cases)) {
    try {
      answers[name] = written(await run());
    } catch (error) {
      answers[name] = { thrown: written(error) };
    }
  }
  return answers;
};
