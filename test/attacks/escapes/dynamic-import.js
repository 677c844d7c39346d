// title: A dynamic import of Node's file system
// expects: tool_error
export async function attack() {
  const { readFileSync } = await import('node:fs');
  return readFileSync('/etc/passwd', 'utf8');
}
