// What the importer asks an imported server: what it is, and which requests it would send. Runs inside the isolate, as the entry that the importer calls.

import { readVariables } from './learning-program.ts';
import { setVariables } from './process.ts';
import { type Context, callServer, openSession, type Session } from './session.ts';
import { type NotedRequest, notedRequests } from './trial.ts';

type Fields = Record<string, unknown>;

/** Most pages of one list, so that a list ends. */
const MOST_PAGES = 100;
const MESSAGE_CHARACTERS = 500;

/** What the server may be told, and what has to be known of it. */
interface Asked {
  readonly environment: Readonly<Record<string, string>>;
}

/** What was noted of a server until now. */
interface Noted {
  readonly variables: readonly string[];
  readonly requests: readonly NotedRequest[];
  /** What went wrong, in the server's words. */
  readonly fault?: string;
  /** What it answered, if it sent nothing. */
  readonly answer?: readonly unknown[];
}

const noted = (fault: string | undefined): Noted => ({
  variables: [...readVariables],
  requests: notedRequests,
  ...(fault !== undefined && { fault: fault.slice(0, MESSAGE_CHARACTERS) }),
});

const listTools = async ({ request }: Session): Promise<unknown[]> => {
  const tools: unknown[] = [];
  let cursor: unknown;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const listed = await request('tools/list', cursor === undefined ? {} : { cursor });
    if (Array.isArray(listed.tools)) tools.push(...listed.tools);
    cursor = listed.nextCursor;
    if (cursor === undefined || cursor === null) break;
  }
  return tools;
};

/** What the server says about itself, with all pages of its list of tools, and what it asked for until then. */
export const describe = async (load: () => unknown, { environment }: Asked, context: Context): Promise<object> => {
  setVariables(environment);
  try {
    const session = await openSession(load, context);
    return { tools: await listTools(session), ...noted(undefined) };
  } catch (error) {
    return noted(String(error));
  }
};

/** Calls one tool, and notes the requests that it would send. */
export const tryTool = async (
  load: () => unknown,
  { environment, name, arguments: args }: Asked & { readonly name: string; readonly arguments: Fields },
  context: Context,
): Promise<Noted> => {
  setVariables(environment);
  try {
    const { isError, content } = await callServer(await openSession(load, context), name, args, context);
    if (isError === true) return noted(JSON.stringify(content ?? ''));
    const hasAnswer = notedRequests.length === 0 && Array.isArray(content);
    return { ...noted(undefined), ...(hasAnswer && { answer: content }) };
  } catch (error) {
    return noted(String(error));
  }
};
