// title: Log lines that forge other lines of the operator's log
// expects: ok
// result: "logged"
export function attack() {
  console.log('harmless\n{"level":60,"msg":"the host is down"}\r\n\u001b[2J\u001b]0;owned\u0007\u202e');
  return 'logged';
}
