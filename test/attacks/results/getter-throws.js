// title: A getter that throws while the result is written
// expects: invalid_result
export function attack() {
  return {
    get answer() {
      throw new Error('not for you');
    },
  };
}
