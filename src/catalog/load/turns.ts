// Lets work that changes the plugins folder happen one after the other, and lets only so much of it wait. Any process.

/** Thrown where too much waits already. */
export class TooManyWait extends Error {
  override name = 'TooManyWait';
}

/** Gives every piece of work its turn, in the order asked for. Rejects with {@link TooManyWait} where `most` are there already. */
export const createTurns = (most: number): (<Result>(work: () => Promise<Result>) => Promise<Result>) => {
  let last: Promise<unknown> = Promise.resolve();
  let inside = 0;
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (inside >= most) return Promise.reject(new TooManyWait(`${most} changes wait already`));
    inside += 1;
    const done = last.then(work).finally(() => {
      inside -= 1;
    });
    last = done.catch(() => {});
    return done;
  };
};
