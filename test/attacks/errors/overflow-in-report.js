// title: An overflow that is thrown with no stack left to report it on
// expects: tool_error, exceeded_cpu
export function attack() {
  const dive = () => {
    try {
      dive();
    } catch (error) {
      error.cause = new Error('deeper');
      throw error;
    }
  };
  Object.defineProperty(RangeError.prototype, 'message', { get: dive });
  dive();
}
