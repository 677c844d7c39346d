// title: A getter that reads itself
// expects: tool_error
export function attack() {
  const object = {
    get self() {
      return this.self;
    },
  };
  return object.self;
}
