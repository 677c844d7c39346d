// International domain names for whatwg-url. Its bundle contains this file in the place of tr46, so that the library and its large
// tables are evaluated at the first name beyond ASCII, which few calls have. Runs inside the isolate.

/** Provided by the bundler. The call evaluates the named module. */
declare const require: (name: 'tr46') => unknown;

interface Tr46 {
  toASCII(domain: string, options: object): string | null;
}

/** The name in ASCII, or null if it is not a valid name. */
export const toASCII = (domain: string, options: object): string | null =>
  (require('tr46') as Tr46).toASCII(domain, options);
