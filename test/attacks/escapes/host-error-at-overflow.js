// title: An error that the host's callback throws when no stack is left
// expects: ok, tool_error, exceeded_host_calls
// result: []
export function attack() {
  const found = [];
  const look = (error) => {
    const process = error?.constructor?.constructor?.('return typeof process')?.();
    if (process !== undefined && process !== 'undefined') found.push(process);
    if (error !== undefined && !(error instanceof Error)) found.push(String(error).slice(0, 100));
  };
  const dive = (depth) => {
    try {
      dive(depth + 1);
    } catch (error) {
      look(error);
      try {
        console.log('no room');
        setTimeout(() => {}, 0);
      } catch (inner) {
        look(inner);
      }
      if (depth % 500 !== 0) throw error;
    }
  };
  dive(1);
  return found;
}
