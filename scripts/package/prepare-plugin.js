// Runs when a checkout has been installed, so that editors find `@toolcell/plugin` in it. JavaScript, since it must not stop an install that leaves
// out the compiler (--omit=dev) or the newer Node (--omit=optional): nothing that runs needs the result.

try {
  await import('./build-plugin.ts');
} catch (error) {
  process.stderr.write(`The types of @toolcell/plugin are not built: ${error.message.split('\n')[0]}\n`);
}
