// Bounds how long an answer is waited for. Any process.

export class NotInTime extends Error {
  override name = 'NotInTime';
}

/** Rejects with {@link NotInTime} if there is no answer within `ms`. An answer that has come and that this thread had no time to read counts. */
export const inTime = <Answer>(answer: Promise<Answer>, ms: number): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => setImmediate(() => setImmediate(() => reject(new NotInTime(`no answer within ${ms} ms`)))),
      ms,
    );
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
