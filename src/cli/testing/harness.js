// Stands around an author's test file inside the sandbox, and makes tools of it: one that lists the cases, one that reads a case, and
// one that checks what came of its call. Bundled with the test file, which it imports by a name that stands for it.

import * as testFile from 'toolcell:test-file';

const casesOf = async () => {
  const cases = testFile.cases ?? testFile.default;
  const list = typeof cases === 'function' ? await cases() : cases;
  if (!Array.isArray(list)) throw new TypeError('The test file exports no list named "cases".');
  return list;
};

/** A case as one line each: what it is called, whom it calls, and what it expects. */
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

/** The arguments of a case, and the result where it names one. Each by itself: together they might be too large for one result. */
export async function read({ index }) {
  const one = (await casesOf())[index];
  return { arguments: one.arguments ?? {}, ...(one.result !== undefined && { result: one.result }) };
}

/** Throws where what came of the call is not what the case expects. */
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
