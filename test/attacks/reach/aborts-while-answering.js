// title: A request that is given up by the code its answer runs
// expects: ok
// result: 200
export async function attack() {
  const abort = new AbortController();
  const response = await fetch(`${FAR_END}/ok`, { signal: abort.signal });
  abort.abort();
  return response.status;
}
