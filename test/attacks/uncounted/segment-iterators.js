// title: Break iterators that each hold a copy of a text
// expects: exceeded_memory, exceeded_cpu, tool_error
export function attack() {
  const kept = [];
  const segmenter = new Intl.Segmenter('th', { granularity: 'word' });
  const text = 'ก'.repeat(1_000_000);
  for (;;) kept.push(segmenter.segment(text)[Symbol.iterator]());
}
