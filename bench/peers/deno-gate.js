// What the Deno peers share. Runs in Deno.

export const CAP_MS = 2_000;

/** Serves calls: `callTool` takes a name and the arguments' text and gives the result's text. */
export const serveWithDeno = (port, callTool) =>
  Deno.serve({ port, hostname: '127.0.0.1', onListen() {} }, async (request) => {
    try {
      const { toolName, arguments: args } = await request.json();
      const result = await callTool(toolName, JSON.stringify(args));
      return new Response(result, { headers: { 'Content-Type': 'application/json' } });
    } catch {
      return new Response(null, { status: 500 });
    }
  });

/** Lets so many run at a time and the others wait. */
export const gate = (places) => {
  let free = places;
  const waiting = [];
  return async (run) => {
    if (free === 0) await new Promise((resolve) => waiting.push(resolve));
    else free -= 1;
    try {
      return await run();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
};
