// Bounds how long a call waits for Redis. Front process, main thread.

/** Rejects if there is no answer within `answerMs` milliseconds. An answer that this thread had no time to read counts as one. */
export const inTime = <Answer>(answer: Promise<Answer>, answerMs: number): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => setImmediate(() => setImmediate(() => reject(new Error(`no answer within ${answerMs} ms`)))),
      answerMs,
    );
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
