// The messages between a debugger and an isolate, and what has to be known about them. Runs in the command's process. Decision 0063.

/** A message of the Chrome DevTools Protocol. Requests have `id` and `method`, answers `id`, notifications `method`. */
export interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

export type Answer = Pick<Message, 'result' | 'error'>;
export type Request = Required<Pick<Message, 'id' | 'method'>> & Pick<Message, 'params'>;

/** An isolate with the plugin's module. */
export class Inspected {
  readonly say: (text: string) => void;
  /** What it has told of its contexts and scripts, for a debugger that comes later. */
  readonly early: Message[] = [];
  readonly asked = new Map<number, (answer: Answer) => void>();
  /** Its call has begun: the module's opening was seen. */
  hasBegun = false;

  constructor(say: (text: string) => void) {
    this.say = say;
  }
}

const SERVER_ERROR = -32_000;
export const ENDED: Answer = { error: { code: SERVER_ERROR, message: 'The call that this was asked of has ended.' } };
export const NO_CALL: Answer = { error: { code: SERVER_ERROR, message: 'No call is running that could be paused.' } };
export const NOWHERE: Answer = { error: { code: SERVER_ERROR, message: 'Could not resolve breakpoint' } };
export const NONE: Answer = { error: { code: SERVER_ERROR, message: 'No plugin is loaded yet.' } };

/** The breakpoint with which VS Code stops before a script runs, to set those that the script's source map shows it. */
export const BEFORE_SCRIPTS: string = 'toolcell:before-scripts';

/** The id that V8 gives to such a breakpoint, also before it has a script. */
export const idByUrl = ({ url, urlRegex, lineNumber, columnNumber = 0 }: NonNullable<Request['params']>): string =>
  urlRegex === undefined ? `1:${lineNumber}:${columnNumber}:${url}` : `2:${lineNumber}:${columnNumber}:${urlRegex}`;

export const domainOf = (method = ''): string => method.slice(0, method.indexOf('.'));

/** True for the pause at the module's opening, in the first line, which no author wrote. A call frame has no usable name of its script. */
export const isOpening = ({ params }: Message, { early }: Inspected): boolean => {
  const [top] = (params?.callFrames ?? []) as { location: { scriptId: string; lineNumber: number } }[];
  const script = early.find((message) => message.params?.scriptId === top?.location.scriptId);
  return top?.location.lineNumber === 0 && String(script?.params?.sourceMapURL).startsWith('data:');
};

/** The pause at the module's opening, as V8 tells of one before a script runs. */
export const beforeScript = ({ method, params }: Message, { early }: Inspected): Message => {
  const [top] = (params?.callFrames ?? []) as { location: { scriptId: string } }[];
  const script = early.find((message) => message.params?.scriptId === top?.location.scriptId)?.params;
  const data = { scriptId: script?.scriptId, url: script?.url, sourceMapURL: script?.sourceMapURL };
  return {
    ...(method !== undefined && { method }),
    params: { ...params, reason: 'instrumentation', data, hitBreakpoints: [BEFORE_SCRIPTS] },
  };
};

const FIRST_NUDGE_MS = 10;
/** On a busy machine the first ones may come too early. */
const LAST_NUDGE_MS = 200;
/** A request that changes nothing. Its answer has an id that nobody waits for. */
const NUDGE = JSON.stringify({ id: 0, method: 'Runtime.getIsolateId' });

/**
 * Says something to an isolate again and again, until the function that is returned is called. isolated-vm tells of a pause before the thread waits for
 * messages, and a message that arrives between is taken only with the next one.
 */
export const nudging = (isolate: Inspected): (() => void) => {
  let timer: NodeJS.Timeout;
  const nudgeAfter = (ms: number): void => {
    timer = setTimeout(() => {
      isolate.say(NUDGE);
      nudgeAfter(Math.min(ms * 2, LAST_NUDGE_MS));
    }, ms).unref();
  };
  nudgeAfter(FIRST_NUDGE_MS);
  return () => clearTimeout(timer);
};
