// Runs in the runner of `--inspect`, before the runner's own entry (`node --import`): makes its isolates ones that can be debugged, and carries the
// messages of their sessions to the command. The runner's image is the one that servers have, and has no part of this. Decision 0063.

import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { join } from 'node:path';
import type ivm from 'isolated-vm';
import { MAP_COMMENT, readLines, sendLine, type ToRunner } from './inspector-lines.ts';

const [, entry = '', socketPath = ''] = process.argv;
const require = createRequire(import.meta.url);
/** isolated-vm's native code: the file that the entry will load. */
const addonPath = require.resolve(join(entry, '../../isolated-vm.node'));
const { ivm: plain } = require(addonPath) as { readonly ivm: typeof ivm };
const { Isolate, Callback } = plain;

const socket = connect(socketPath);
const sessions = new Map<number, { readonly isolate: ivm.Isolate; readonly session: ivm.InspectorSession }>();
let isolates = 0;

/** The isolate with other methods in front of its own, which cannot be written to. */
const withMethods = (isolate: ivm.Isolate, methods: Partial<ivm.Isolate>): ivm.Isolate =>
  new Proxy(isolate, {
    get: (_, name) => {
      if (Object.hasOwn(methods, name)) return Reflect.get(methods, name);
      const value: unknown = Reflect.get(isolate, name, isolate);
      return typeof value === 'function' ? value.bind(isolate) : value;
    },
  });

/**
 * V8 lets only the thread that holds an isolate make the first session of it, and isolated-vm does not take the isolate for that. A callback from
 * inside the isolate runs while this thread holds it.
 */
const sessionOf = (isolate: ivm.Isolate, context: ivm.Context): ivm.InspectorSession => {
  let session: ivm.InspectorSession | undefined;
  const make = new Callback(
    () => {
      session = isolate.createInspectorSession();
    },
    { sync: true },
  );
  context.evalClosureSync('$0()', [make]);
  return session as unknown as ivm.InspectorSession;
};

/**
 * Opens the session of an isolate that is about to get the plugin's module, and returns what closes it. The messages of its scripts follow when it is next
 * entered.
 */
const open = (isolate: ivm.Isolate, context: ivm.Context, isPreview: boolean): (() => void) => {
  isolates += 1;
  const number = isolates;
  const session = sessionOf(isolate, context);
  const say = (text: string): void => sendLine(socket, { t: 'said', isolate: number, text });
  session.onNotification = say;
  session.onResponse = (_, text) => say(text);
  sessions.set(number, { isolate, session });
  sendLine(socket, { t: 'opened', isolate: number, isPreview });
  // Ids of the command's own requests are above zero.
  for (const method of ['Runtime.enable', 'Debugger.enable'])
    session.dispatchProtocolMessage(JSON.stringify({ id: 0, method }));
  return () => {
    forget(number);
    session.dispose();
  };
};

const forget = (number: number): void => {
  sessions.delete(number);
  sendLine(socket, { t: 'closed', isolate: number });
};

/** Passes a message of a debugger on. The memory limit may have ended the isolate. */
const dispatch = (number: number, text: string): void => {
  const known = sessions.get(number);
  if (known?.isolate.isDisposed) forget(number);
  else known?.session.dispatchProtocolMessage(text);
};

const CONTEXT = { inspector: true } as const;

const inspectable = (options: ivm.IsolateOptions, isPreview = false): ivm.Isolate => {
  const isolate = new Isolate({ ...options, inspector: true });
  let context: ivm.Context | undefined;
  let close = (): void => {};
  const openFor = (code: string): void => {
    if (context !== undefined && code.includes(MAP_COMMENT)) close = open(isolate, context, isPreview);
  };
  return withMethods(isolate, {
    createContext: async () => {
      context = await isolate.createContext(CONTEXT);
      return context;
    },
    createContextSync: () => {
      context = isolate.createContextSync(CONTEXT);
      return context;
    },
    compileScript: (code, info) => {
      openFor(code);
      return isolate.compileScript(code, info);
    },
    compileScriptSync: (code, info) => {
      openFor(code);
      return isolate.compileScriptSync(code, info);
    },
    dispose: () => {
      close();
      isolate.dispose();
    },
  });
};

const inspectableClass = new Proxy(Isolate, {
  construct: (_, [options]) => inspectable(options as ivm.IsolateOptions),
});
// Its own exports cannot be written to, so the entry gets others from Node's cache of modules.
Object.assign(require.cache[addonPath] as NodeJS.Module, {
  exports: { ivm: Object.create(plain, { Isolate: { value: inspectableClass } }) },
});

let preview: ivm.Isolate | undefined;

const show = async ({ fileName: filename, code }: ToRunner & { t: 'preview' }): Promise<void> => {
  if (preview?.isDisposed === false) preview.dispose();
  preview = inspectable({}, true);
  const context = await preview.createContext();
  const script = await preview.compileScript(code, { filename });
  // The script is an expression that makes a function, and the function is not called.
  await script.run(context, { reference: true });
};

readLines<ToRunner>(socket, (message) => {
  if (message.t === 'preview') void show(message);
  else dispatch(message.isolate, message.text);
});
// Without the command nobody could let a paused call go on.
socket.on('error', () => process.kill(process.pid, 'SIGKILL'));
