// The harmless tool in the plugin of an attack. It is called after the attack, to see whether the plugin still serves.
export function calm() {
  return { calm: true };
}
