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
  /** Told of what a tool cannot have when it is used. Only for an importer that tries a program out. */
  export const refused: ((what: string) => void) | undefined;
  /** Name → value of `process.env`. */
  export const environment: Readonly<Record<string, string>>;
  /** Path from the plugin's folder → text, or base64. */
  export const files: () => Readonly<Record<string, string | { readonly base64: string }>>;
  /** Name → what `require` returns. */
  export const required: Readonly<Record<string, () => unknown>>;
}

/** The large parts of modules that the bundle's source names; the others answer with undefined. */
declare module 'toolcell:parts' {
  export const ciphers: () => object | undefined;
  export const signatures: () => object | undefined;
  export const brotli: () => { brotliDecompress(bytes: Uint8Array): Uint8Array } | undefined;
  export const zstd: () => { zstdDecompress(bytes: Uint8Array): Uint8Array } | undefined;
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

declare module 'readable-stream/lib/stream.js' {
  type Done = (error?: unknown) => void;
  class Stream {
    constructor(options?: object);
    on(type: string, listener: (...values: never[]) => void): this;
    once(type: string, listener: (...values: never[]) => void): this;
    emit(type: string, ...values: unknown[]): boolean;
    pipe(target: unknown): unknown;
    destroy(error?: unknown): this;
    _destroy(error: unknown, done: Done): void;
    static promises: object;
    static Readable: typeof Readable;
    static Writable: typeof Writable;
    static Transform: typeof Transform;
    static PassThrough: typeof Transform;
  }
  class Readable extends Stream {
    push(chunk: unknown): boolean;
    resume(): this;
    setEncoding(encoding: string): this;
    _read(size: number): void;
    static from(chunks: unknown, options?: object): Readable;
  }
  class Writable extends Stream {
    write(chunk: unknown): boolean;
    end(...values: unknown[]): this;
    _write(chunk: unknown, encoding: string, done: Done): void;
    _final(done: Done): void;
  }
  class Transform extends Readable {
    _transform(chunk: unknown, encoding: string, done: Done): void;
    _flush(done: Done): void;
  }
  export default Stream;
}

declare module 'fflate/browser' {
  export * from 'fflate';
}
