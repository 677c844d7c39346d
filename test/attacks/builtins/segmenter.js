// title: Intl.Segmenter over a text without breaks
// expects: exceeded_cpu, exceeded_wall_time, exceeded_memory
export function attack() {
  const text = 'e\u0301'.repeat(2_000_000);
  const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
  for (;;) segmenter.segment(text).containing(3_999_999);
}
