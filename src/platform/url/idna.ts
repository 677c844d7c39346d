// International domain names for whatwg-url, put into its bundle in the place of tr46: the library and its large tables are
// evaluated for the first name beyond ASCII, which few calls have. Runs inside the isolate.
//
// By then a plugin may have bent RegExp.prototype, which no lockdown freezes, and would be handed the library's expressions as
// `this`: to change for every call to come. So they get methods of their own. Why: test/state/platform-regexps.

/** The bundler's; what it names is evaluated by the call. */
declare const require: (name: 'tr46' | 'tr46/lib/regexes.js') => unknown;

interface Tr46 {
  toASCII(domain: string, options: object): string | null;
}

const methods: object = Object.freeze(Object.create(null, Object.getOwnPropertyDescriptors(RegExp.prototype)));
const { setPrototypeOf } = Object;

/** The name in ASCII, or null where it is no name. */
export const toASCII = (domain: string, options: object): string | null => {
  const expressions = Object.values(require('tr46/lib/regexes.js') as Record<string, RegExp>);
  for (const expression of expressions) setPrototypeOf(expression, methods);
  return (require('tr46') as Tr46).toASCII(domain, options);
};
