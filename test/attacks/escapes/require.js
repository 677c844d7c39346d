// title: require, called by its name
// expects: tool_error
export function attack() {
  const load = require;
  return load('node:fs').readFileSync('/etc/passwd', 'utf8');
}
