// title: Headers that would make two requests of one, or speak for another
// expects: ok
// result: 0
export async function attack() {
  const values = ['a\r\nx: y', 'a\nx: y', 'a\u0000b', '\u2028'];
  let sent = 0;
  for (const value of values)
    await fetch(`${FAR_END}/ok`, { headers: { 'x-value': value } }).then(
      () => (sent += 1),
      () => {},
    );
  for (const method of ['GET /other HTTP/1.1\r\n', 'CONNECT', 'TRACE', 'get\u0000'])
    await fetch(`${FAR_END}/ok`, { method }).then(
      () => (sent += 1),
      () => {},
    );
  return sent;
}
