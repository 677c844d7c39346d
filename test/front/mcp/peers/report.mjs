// What every client is asked to do, and the form in which it reports.
// A client is a program: `node PROGRAM URL [KIND]`. It prints one JSON object.

/** The message of an error, or what was there instead of one. */
export const failure = async (promise) => {
  try {
    return { value: await promise };
  } catch (error) {
    return { error: String(error?.message ?? error), code: error?.code };
  }
};

/**
 * Runs all steps with a client of `listTools`, `callTool(name, arguments, { onProgress, signal })`, whose results are MCP's.
 * A client that has no way to do a step leaves the member out.
 */
export const report = async ({ listTools, callTool, hasProgress = true }) => {
  const listed = await listTools();
  const progress = [];
  const slow = hasProgress
    ? await callTool(
        'slow',
        { ms: 150 },
        { onProgress: ({ progress: done, total, message }) => progress.push({ done, total, message }) },
      )
    : undefined;
  const controller = new AbortController();
  const cancelling = failure(callTool('hold', { ms: 20_000 }, { signal: controller.signal }));
  setTimeout(() => controller.abort(), 300);
  return {
    tools: listed.map(({ name }) => name).sort(),
    result: await callTool('echo', { text: 'ü', n: 1.5 }),
    array: await callTool('list', {}),
    picture: await callTool('picture', {}),
    toolError: await callTool('fail', {}),
    wrongArguments: await callTool('echo', { text: 1 }),
    unknown: await failure(callTool('nothing', {})),
    ...(hasProgress && { slow, progress }),
    cancelled: await cancelling,
  };
};

export const print = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);
