// title: A response that promises more than it sends
// expects: ok, exceeded_wall_time
// result: "refused"
export async function attack(_args, { signal }) {
  try {
    await fetch(`${FAR_END}/short`, { signal });
    return 'read';
  } catch {
    return 'refused';
  }
}
