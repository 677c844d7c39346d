// The place where an imported MCP server and the client of one call meet, in memory. Runs inside the isolate, as part of the packed entry.

/** A message of JSON-RPC as MCP sends it. */
export interface Message {
  readonly jsonrpc: '2.0';
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** What takes the client's messages. */
export type Receive = (message: Message) => void;

let receive: Receive | undefined;
let deliver: Receive = () => {};
/** What waits for a server. */
let whenAttached: (() => void) | undefined;

/** Attaches a server: it takes the client's messages from now on. The last one that attaches is the one that answers. */
export const attachServer = (server: Receive): void => {
  receive = server;
  whenAttached?.();
};

/** Attaches the client of a call. */
export const attachClient = (client: Receive): void => {
  deliver = client;
};

/** Resolves as soon as a server is attached. */
export const serverAttached = (): Promise<void> =>
  new Promise((resolve) => {
    whenAttached = resolve;
    if (receive !== undefined) resolve();
  });

/** A message of the client for the server. */
export const toServer = (message: Message): void => receive?.(message);

/** A message of the server for the client. */
export const toClient = (message: Message): void => deliver(message);
