// title: Progress, reported without end
// expects: exceeded_cpu, exceeded_wall_time
export function attack(_args, { progress }) {
  for (let done = 0; ; done += 1) progress(done, 1e9, 'on and on');
}
