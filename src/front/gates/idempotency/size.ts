// The size of a kept answer, by which it is bounded. Front process, main thread.

import type { KeptAnswer } from './answers.ts';

/** UTF-8 bytes of the result, or of the failure as JSON. */
export const answerSize = ({ ending }: KeptAnswer): number => {
  if (ending === 'too_large') return 0;
  return ending.ok ? ending.resultJson.length : Buffer.byteLength(JSON.stringify(ending.failure));
};
