// title: A text that doubles until no text may be longer
// expects: exceeded_memory, exceeded_cpu, tool_error, runner_lost
export function attack() {
  let text = 'ab';
  for (;;) {
    text += text;
    if (text.charCodeAt(text.length >> 1) === 0) return 0;
  }
}
