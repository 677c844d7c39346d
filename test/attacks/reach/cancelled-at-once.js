// title: Requests that are given up as soon as they are sent
// expects: ok, exceeded_host_calls, exceeded_cpu
// result: "AbortError"
export async function attack() {
  let name = '';
  for (let i = 0; i < 300; i += 1) {
    const abort = new AbortController();
    const request = fetch(`${FAR_END}/never`, { signal: abort.signal });
    abort.abort();
    await request.catch((error) => {
      name = error.name;
    });
  }
  return name;
}
