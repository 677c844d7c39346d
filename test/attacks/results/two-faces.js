// title: A result that reads differently each time it is written
// expects: invalid_result
// output: {"type": "number"}
export function attack() {
  let reads = 0;
  return {
    toJSON() {
      reads += 1;
      return reads % 2 === 0 ? 1 : 'not a number';
    },
  };
}
