// title: A response cloned and read ten thousand times
// expects: ok, exceeded_cpu, exceeded_memory
export async function attack() {
  const response = await fetch(`${FAR_END}/ok`);
  let length = 0;
  for (let i = 0; i < 10_000; i += 1) length += (await response.clone().text()).length;
  return length;
}
