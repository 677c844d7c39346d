// title: A toJSON that stringifies itself
// expects: invalid_result, exceeded_cpu
export function attack() {
  return {
    toJSON() {
      return JSON.parse(JSON.stringify(this));
    },
  };
}
