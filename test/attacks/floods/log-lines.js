// title: Log lines by the million, empty ones
// expects: ok, exceeded_cpu
export function attack() {
  for (let i = 0; i < 2_000_000; i += 1) console.log('');
  return 'logged';
}
