// `setImmediate` for libraries that take it for granted. The bundler puts it into a bundle whose libraries use it unguarded. Runs inside the
// isolate, as part of the packed entry.

/** Runs `task` once what runs now, and what it has settled, has ended. Counts as a timer, like every `setTimeout`. */
export const setImmediate = (
  task: (...values: unknown[]) => unknown,
  ...values: unknown[]
): ReturnType<typeof setTimeout> => setTimeout(task, 0, ...values);

/** Gives a task up. */
export const clearImmediate = (timer: ReturnType<typeof setTimeout> | undefined): void => clearTimeout(timer);
