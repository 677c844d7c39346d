// `setImmediate` for libraries that expect it. The bundler adds it to a bundle if its libraries use it unguarded. Runs inside the
// isolate, as part of the packed entry.

/** Runs `task` after the current code and its settled promises. Counts as a timer, like every `setTimeout`. */
export const setImmediate = (
  task: (...values: unknown[]) => unknown,
  ...values: unknown[]
): ReturnType<typeof setTimeout> => setTimeout(task, 0, ...values);

/** Cancels a task. */
export const clearImmediate = (timer: ReturnType<typeof setTimeout> | undefined): void => clearTimeout(timer);
