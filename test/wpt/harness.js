// A plugin with the functions that tests of web-platform-tests call. Its tool runs the text of one test file and returns the outcome of each
// test. Runs inside the sandbox. The functions have the names and the behaviour of the suite's testharness.js.

/** Names every group of web APIs, so that the plugin gets all of them. */
const webApis = () => [
  ...[URL, TextDecoder, atob, structuredClone, EventTarget, AbortSignal, DOMException, crypto, performance],
  ...[Headers, Request, Response, FormData, Blob, ReadableStream, console],
];
/** Named for the same reason: a plugin gets an algorithm if its text names it. */
const ALGORITHMS = ['AES', 'HKDF', 'PBKDF2', 'ECDSA', 'ECDH', 'Ed25519', 'X25519', 'RSASSA'];
const ASYNC_MS = 4_000;

class Failed extends Error {}

const show = (value) => {
  try {
    if (typeof value === 'string') return JSON.stringify(value);
    if (typeof value === 'object' && value !== null)
      return `${Object.prototype.toString.call(value)} ${JSON.stringify(value)}`;
    return Object.is(value, -0) ? '-0' : String(value);
  } catch {
    return typeof value;
  }
};

const check = (holds, what, description) => {
  if (!holds) throw new Failed(`${what}${description === undefined ? '' : ` (${description})`}`);
};

const sameItems = (actual, expected) =>
  typeof actual === 'object' &&
  actual !== null &&
  actual.length === expected.length &&
  [...expected].every((item, index) => Object.is(actual[index], item));

const sameDeep = (actual, expected) => {
  if (typeof actual !== 'object' || typeof expected !== 'object' || actual === null || expected === null)
    return Object.is(actual, expected);
  const keys = Object.keys(expected);
  return Object.keys(actual).length === keys.length && keys.every((key) => sameDeep(actual[key], expected[key]));
};

/** The value that `act` throws. Fails if it throws nothing. */
const thrownBy = (act, description) => {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Failed(`nothing was thrown${description === undefined ? '' : ` (${description})`}`);
};

const checkDomException = (error, name, description) => {
  const names = { INVALID_CHARACTER_ERR: 'InvalidCharacterError', DATA_CLONE_ERR: 'DataCloneError' };
  const wanted = names[name] ?? name;
  check(error instanceof DOMException && error.name === wanted, `${show(error?.name)} is not ${wanted}`, description);
};

const assertions = {
  assert_true: (actual, description) => check(actual === true, `${show(actual)} is not true`, description),
  assert_false: (actual, description) => check(actual === false, `${show(actual)} is not false`, description),
  assert_equals: (actual, expected, description) =>
    check(Object.is(actual, expected), `${show(actual)} is not ${show(expected)}`, description),
  assert_not_equals: (actual, expected, description) =>
    check(!Object.is(actual, expected), `it is ${show(expected)}`, description),
  assert_in_array: (actual, list, description) =>
    check(list.includes(actual), `${show(actual)} is not among ${show(list)}`, description),
  assert_array_equals: (actual, expected, description) =>
    check(sameItems(actual, expected), `${show(actual)} is not ${show(expected)}`, description),
  assert_object_equals: (actual, expected, description) =>
    check(sameDeep(actual, expected), `${show(actual)} is not ${show(expected)}`, description),
  assert_less_than: (actual, bound, description) =>
    check(actual < bound, `${actual} is not below ${bound}`, description),
  assert_greater_than: (actual, bound, description) =>
    check(actual > bound, `${actual} is not above ${bound}`, description),
  assert_less_than_equal: (actual, bound, description) =>
    check(actual <= bound, `${actual} is above ${bound}`, description),
  assert_greater_than_equal: (actual, bound, description) =>
    check(actual >= bound, `${actual} is below ${bound}`, description),
  assert_approx_equals: (actual, expected, by, description) =>
    check(Math.abs(actual - expected) <= by, `${actual} is not near ${expected}`, description),
  assert_regexp_match: (actual, expected, description) =>
    check(expected.test(actual), `${show(actual)} does not match ${expected}`, description),
  assert_class_string: (object, name, description) =>
    check(Object.prototype.toString.call(object) === `[object ${name}]`, `it is not a ${name}`, description),
  assert_own_property: (object, name, description) =>
    check(Object.hasOwn(object, name), `it has no own ${String(name)}`, description),
  assert_not_own_property: (object, name, description) =>
    check(!Object.hasOwn(object, name), `it has its own ${String(name)}`, description),
  assert_inherits: (object, name, description) =>
    check(!Object.hasOwn(object, name) && name in object, `it does not inherit ${String(name)}`, description),
  assert_idl_attribute: (object, name, description) => check(name in object, `it has no ${String(name)}`, description),
  assert_readonly: (object, name, description) => {
    const before = object[name];
    try {
      object[name] = `${before}a`;
    } catch {}
    check(Object.is(object[name], before), `${String(name)} can be written`, description);
  },
  assert_throws_js: (type, act, description) => {
    const error = thrownBy(act, description);
    check(
      error?.constructor === type || error?.name === type.name,
      `${show(error?.name)} is not ${type.name}`,
      description,
    );
  },
  assert_throws_dom: (name, ...rest) => {
    // The exception's constructor may come first.
    const [act, description] = rest[0] === DOMException ? rest.slice(1) : rest;
    checkDomException(thrownBy(act, description), name, description);
  },
  assert_throws_quotaexceedederror: (act, _quota, _requested, description) =>
    check(thrownBy(act, description)?.name === 'QuotaExceededError', 'it is not a QuotaExceededError', description),
  assert_throws_exactly: (expected, act, description) =>
    check(Object.is(thrownBy(act, description), expected), `another thing was thrown`, description),
  assert_unreached: (description) => check(false, 'this was reached', description),
  assert_implements: (condition, description) => check(condition, 'it is not implemented', description),
  assert_implements_optional: (condition, description) => check(condition, 'it is not implemented', description),
};
const rejection = async (promise, description) => {
  let error;
  try {
    await promise;
  } catch (thrown) {
    error = [thrown];
  }
  if (error === undefined)
    throw new Failed(`the promise was not rejected${description === undefined ? '' : ` (${description})`}`);
  return error[0];
};

/** The tests of one file. Tests of promises run one after the other, tests that events end run at the same time. */
class Tests {
  outcomes = [];
  atEnd = [];
  #chain = Promise.resolve();
  #open = [];

  #note(name, error) {
    const message = error === undefined ? undefined : `${error?.name ?? 'thrown'}: ${error?.message ?? show(error)}`;
    this.outcomes.push({
      name: String(name ?? 'without a name'),
      ok: error === undefined,
      message: message?.slice(0, 300),
    });
  }

  #handle(name, settle = () => {}) {
    const cleanups = [];
    let isOver = false;
    const end = (error) => {
      if (isOver) return;
      isOver = true;
      for (const cleanup of cleanups) cleanup();
      this.#note(name, error);
      settle();
    };
    const step = (act, self, ...given) => {
      try {
        return act.apply(self, given);
      } catch (error) {
        end(error);
      }
    };
    const handle = {
      name,
      done: () => end(undefined),
      step: (act, self = handle, ...given) => step(act, self, ...given),
      step_func:
        (act, self = handle) =>
        (...given) =>
          step(act, self, ...given),
      step_func_done:
        (act = () => {}, self = handle) =>
        (...given) => {
          step(act, self, ...given);
          end(undefined);
        },
      unreached_func: (description) => () => end(new Failed(`this was reached (${description})`)),
      step_timeout: (act, ms, ...given) => setTimeout(() => step(act, handle, ...given), ms),
      step_wait: async (condition) => {
        while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20));
      },
      add_cleanup: (cleanup) => cleanups.push(cleanup),
    };
    return { handle, end };
  }

  test = (act, name) => {
    const { handle, end } = this.#handle(name);
    try {
      act.call(handle, handle);
      end(undefined);
    } catch (error) {
      end(error);
    }
  };

  async_test = (act, name) => {
    const title = typeof act === 'string' ? act : name;
    const { promise, resolve } = Promise.withResolvers();
    const { handle, end } = this.#handle(title, resolve);
    this.#open.push([promise, end]);
    if (typeof act === 'function') handle.step(act, handle, handle);
    return handle;
  };

  promise_test = (act, name) => {
    this.#chain = this.#chain.then(async () => {
      const { handle, end } = this.#handle(name);
      const { promise: late, reject } = Promise.withResolvers();
      late.catch(() => {});
      const timer = setTimeout(reject, ASYNC_MS, new Failed('it did not end in time'));
      try {
        await Promise.race([act.call(handle, handle), late]);
        end(undefined);
      } catch (error) {
        end(error);
      }
      clearTimeout(timer);
    });
  };

  /** Resolves when all have ended, or after their time is over. */
  async end() {
    let chain;
    do {
      chain = this.#chain;
      await chain;
    } while (chain !== this.#chain);
    for (const act of this.atEnd) act();
    if (this.#open.length === 0) return;
    const late = new Promise((resolve) => setTimeout(resolve, ASYNC_MS));
    await Promise.race([Promise.all(this.#open.map(([promise]) => promise)), late]);
    for (const [, end] of this.#open) end(new Failed('it did not end in time'));
  }
}

/**
 * A scope around a text for variables that the text assigns without declaring them, because a frozen global object would refuse
 * them. Names that the text never assigns are not in it.
 */
const undeclared = (text) => {
  const made = Object.create(null);
  const isAssigned = (name) => new RegExp(`\\b${name}(?:\\s*=(?![=>])|\\s+(?:in|of)\\b)`).test(text);
  const known = new Map();
  return new Proxy(made, {
    has(_target, name) {
      if (typeof name !== 'string' || name in globalThis || !/^\w+$/.test(name)) return false;
      if (!known.has(name)) known.set(name, isAssigned(name));
      return known.get(name);
    },
  });
};

/** Runs the text of a file after the scripts that it includes. The members of `self` are variables there. */
const evaluate = (self, { included, own }) => {
  const isStrict = /^(?:\s|\/\/[^\n]*\n|\/\*.*?\*\/)*['"]use strict['"]/s.test(own);
  const text = isStrict ? `(function () { 'use strict';\n${own}\n}).call(self)` : own;
  // Functions of scripts are members of the global object.
  const functions = included.flatMap((script) => [...script.matchAll(/^(?:async )?function (\w+)/gm)]);
  const members = functions.map(([, name]) => `self.${name} = ${name};`);
  const scripts = [...members, ...included, text].join('\n;\n');
  const run = new Function('outer', `with (outer) return function (self) { with (self) {\n${scripts}\n} }`);
  run(undeclared(scripts)).call(self, self);
};

/** A copy of the global object, which tests may change. */
const globalLike = (members) => {
  const names = Object.getOwnPropertyNames(globalThis).filter(
    (name) => !['Infinity', 'NaN', 'undefined'].includes(name),
  );
  const self = Object.create(globalThis);
  for (const name of names)
    Object.defineProperty(self, name, { value: globalThis[name], writable: true, configurable: true });
  return Object.assign(self, members, { self, globalThis: self });
};

/** The `location` of a page. */
const placeOf = (page) => {
  const { href, origin, protocol, host, hostname, port, pathname } = new URL(page);
  return { ...{ href, origin, protocol, host, hostname, port, pathname }, search: '', toString: () => href };
};

/**
 * Runs a file with the suite's names around it.
 * @param {{ included: string[], own: string, page: string }} file its texts, and the address that it has on the suite's server
 */
export async function runFile(file) {
  const tests = new Tests();
  const { page } = file;
  const relative = (input) => (input instanceof Request ? input : new URL(input, page));
  // Not async, because tests check when it rejects.
  const ask = (...given) => {
    if (given.length === 0) return fetch();
    const [input, ...rest] = given;
    try {
      return fetch(relative(input), ...rest);
    } catch (error) {
      return Promise.reject(error);
    }
  };
  const scope = {
    ...assertions,
    test: tests.test,
    async_test: tests.async_test,
    promise_test: tests.promise_test,
    shouldRunSubTest: () => true,
    subsetTest: (kind, ...given) => kind(...given),
    subsetTestByKey: (_key, kind, ...given) => kind(...given),
    promise_rejects_js: async (_test, type, promise, description) =>
      check((await rejection(promise, description))?.name === type.name, `it is not a ${type.name}`, description),
    promise_rejects_dom: async (_test, name, ...rest) => {
      const [promise, description] = rest[0] === DOMException ? rest.slice(1) : rest;
      checkDomException(await rejection(promise, description), name, description);
    },
    promise_rejects_exactly: async (_test, expected, promise, description) =>
      check(Object.is(await rejection(promise, description), expected), 'it is another reason', description),
    setup: (act) => typeof act === 'function' && act(),
    promise_setup: (act) => tests.promise_test(act, 'set-up'),
    done: () => {},
    add_completion_callback: (act) => tests.atEnd.push(act),
    step_timeout: (act, ms, ...given) => setTimeout(act, ms, ...given),
    format_value: show,
    AssertionError: Failed,
    generate_tests: (act, list) => {
      for (const [name, ...given] of list) tests.test(() => act(...given), name);
    },
    // Requests of a page are relative to its URL.
    fetch: ask,
    fetch_json: async (name) => (await ask(name)).json(),
    Request: new Proxy(Request, {
      construct: (target, [input, ...rest], newTarget) =>
        Reflect.construct(target, [relative(input), ...rest], newTarget),
    }),
    // The suite's harness for interfaces finds out by these where it runs.
    WorkerGlobalScope: class {},
    DedicatedWorkerGlobalScope: { [Symbol.hasInstance]: () => true },
    GLOBAL: { isWindow: () => false, isWorker: () => true, isShadowRealm: () => false },
    location: placeOf(page),
  };
  scope.self = globalLike(scope);
  // On a page, some time has passed when scripts run, so that the clock is not at zero.
  await new Promise((resolve) => setTimeout(resolve, 5));
  try {
    evaluate(scope.self, file);
  } catch (error) {
    tests.outcomes.push({ name: 'the file', ok: false, message: `${error?.name}: ${error?.message}` });
  }
  await tests.end();
  return { outcomes: tests.outcomes, webApis: webApis().length + ALGORITHMS.length };
}
