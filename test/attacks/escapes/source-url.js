// title: Code that gives itself the name of a file of the host
// expects: tool_error
export function attack() {
  new Function(
    'throw new Error("from nowhere")\n//# sourceURL=file:///etc/passwd\n//# sourceMappingURL=file:///etc/passwd',
  )();
}
