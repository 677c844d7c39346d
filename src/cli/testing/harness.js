// Turns an author's test file into tools: one lists the cases, one reads a case, and one checks the outcome of a case's call. Runs inside the isolate.
// It is bundled with the test file, which it imports by an alias.

import * as testFile from 'toolcell:test-file';

const casesOf = async () => {
  const cases = testFile.cases ?? testFile.default;
  const list = typeof cases === 'function' ? await cases() : cases;
  if (!Array.isArray(list)) throw new TypeError('The test file exports no list named "cases".');
  return list;
};

/** Lists the cases: name, tool, and the kinds of expectations. */
export async function list() {
  return (await casesOf()).map((one, index) => {
    if (typeof one !== 'object' || one === null || typeof one.tool !== 'string')
      throw new TypeError(`Case ${index + 1} names no tool: write { tool: "greet", arguments: {}, result: … }.`);
    const expects = ['result', 'error', 'check'].filter((name) => one[name] !== undefined);
    if (expects.length === 0)
      throw new TypeError(`Case ${index + 1} expects nothing: give it a result, an error or a check.`);
    return { name: String(one.name ?? `case ${index + 1}`), tool: one.tool, expects };
  });
}

/** Returns the arguments of one case, and its expected result if it has one. One case at a time: all together might be too large for a result. */
export async function read({ index }) {
  const one = (await casesOf())[index];
  return { arguments: one.arguments ?? {}, ...(one.result !== undefined && { result: one.result }) };
}

/** Throws if the outcome of the call is not the one that the case expects. */
export async function check({ index, outcome }) {
  const one = (await casesOf())[index];
  if (one.error !== undefined) checkError(one.error, outcome);
  if (one.check !== undefined && outcome.ok) await one.check(outcome.result);
  return null;
}

const checkError = (expected, outcome) => {
  if (outcome.ok)
    throw new Error(`expected an error, and the result was ${JSON.stringify(outcome.result).slice(0, 300)}`);
  const fits = expected instanceof RegExp ? expected.test(outcome.error) : outcome.error.includes(String(expected));
  if (!fits) throw new Error(`expected an error with ${expected}, and it was ${outcome.error}`);
};
