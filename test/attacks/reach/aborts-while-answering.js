// title: A request that is cancelled by the code that its response runs
// expects: ok
// result: 200
export async function attack() {
  const abort = new AbortController();
  const response = await fetch(`${FAR_END}/ok`, { signal: abort.signal });
  abort.abort();
  return response.status;
}
