// Types of the npm packages and of the modules that packing makes, as far as the shims use them.

declare module 'events/' {
  class Emitter {
    on(type: PropertyKey, listener: (...values: never[]) => void): this;
    addListener(type: PropertyKey, listener: (...values: never[]) => void): this;
    once(type: PropertyKey, listener: (...values: never[]) => void): this;
    prependListener(type: PropertyKey, listener: (...values: never[]) => void): this;
    prependOnceListener(type: PropertyKey, listener: (...values: never[]) => void): this;
    removeListener(type: PropertyKey, listener: (...values: never[]) => void): this;
    emit(type: PropertyKey, ...values: unknown[]): boolean;
    listenerCount(type: PropertyKey): number;
    listeners(type: PropertyKey): unknown[];
    getMaxListeners(): number;
    setMaxListeners(count: number): this;
  }
  export default Emitter;
}

declare module 'string_decoder/' {
  const library: object;
  export default library;
}

declare module 'punycode/punycode.js' {
  const library: { toUnicode(domain: string): string };
  export default library;
}

declare module 'path-browserify' {
  const library: Record<string, (...values: unknown[]) => unknown>;
  export default library;
}

declare module 'url/' {
  const library: {
    Url: unknown;
    parse: unknown;
    resolve: unknown;
    resolveObject: unknown;
    format(value: unknown): string;
  };
  export default library;
}

/** What the plugin's author put into the bundle. */
declare module 'toolcell:bundle' {
  /** Name → value of `process.env`. */
  export const environment: Readonly<Record<string, string>>;
}

/** `program.ts`, or the module that an embedding program has in its place. */
declare module 'toolcell:program' {
  export const env: Record<string, string>;
  export const argv: string[];
  export const stdin: object;
  export const stdout: object;
  export const stderr: object;
  export function exit(code: number): never;
}
