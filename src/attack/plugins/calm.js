// The tool beside an attack in the same plugin: what is called after it, to see that the plugin still serves.
export function calm() {
  return { calm: true };
}
