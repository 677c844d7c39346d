// International domain names for whatwg-url. Its bundle contains this file in the place of tr46, so that the library and its large
// tables are evaluated at the first name beyond ASCII, which few calls have. Runs inside the isolate.
//
// By then a plugin may have changed RegExp.prototype, which the lockdown does not freeze. Its methods would get the library's
// expressions as `this` and could change them for all later calls. So they get methods of their own. Why: test/state/web-regexps.

/** Provided by the bundler. The call evaluates the named module. */
declare const require: (name: 'tr46' | 'tr46/lib/regexes.js') => unknown;

interface Tr46 {
  toASCII(domain: string, options: object): string | null;
}

const methods: object = Object.freeze(Object.create(null, Object.getOwnPropertyDescriptors(RegExp.prototype)));
const { setPrototypeOf } = Object;

/** The name in ASCII, or null if it is not a valid name. */
export const toASCII = (domain: string, options: object): string | null => {
  const expressions = Object.values(require('tr46/lib/regexes.js') as Record<string, RegExp>);
  for (const expression of expressions) setPrototypeOf(expression, methods);
  return (require('tr46') as Tr46).toASCII(domain, options);
};
