// title: A response of a byte now and then
// expects: ok, exceeded_wall_time
// result: "refused"
export async function attack(_args, { signal }) {
  try {
    await (await fetch(`${FAR_END}/drip`, { signal })).text();
    return 'read';
  } catch {
    return 'refused';
  }
}
