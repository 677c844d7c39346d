// title: A message with control characters, markup and line breaks
// expects: tool_error
export function attack() {
  throw new Error('\u001b[2J\r\nHTTP/1.1 200 OK\r\n\r\n<script>alert(1)</script>\u202e\u0000');
}
