// Runs after `npm ci` in a checkout, so that editors find `@toolcell/plugin` in it. It is JavaScript, because it must not fail an install that leaves
// out the compiler (--omit=dev) or the newer Node (--omit=optional). Nothing needs the result at run time.

try {
  await import('./build-plugin.ts');
} catch (error) {
  process.stderr.write(`The types of @toolcell/plugin are not built: ${error.message.split('\n')[0]}\n`);
}
