// title: A single array buffer of gigabytes, touched page by page
// expects: exceeded_memory, tool_error
export function attack() {
  const bytes = new Uint8Array(2 ** 31);
  for (let at = 0; at < bytes.length; at += 4096) bytes[at] = 1;
  return bytes.length;
}
