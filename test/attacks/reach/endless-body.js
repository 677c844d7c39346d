// title: A body that is a stream without end
// expects: exceeded_cpu, exceeded_wall_time, exceeded_memory, tool_error
export async function attack() {
  const body = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(65_536)) });
  await fetch(`${FAR_END}/echo`, { method: 'POST', body, duplex: 'half' });
  return 'sent';
}
