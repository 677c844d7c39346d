// The parts that the Deno peers share. Runs in Deno.

export const CAP_MS = 2_000;

/** Serves calls. `callTool` takes a tool's name and its arguments as JSON text, and resolves with the result as JSON text. */
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

/** Lets `places` functions run at a time. The others wait. */
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
