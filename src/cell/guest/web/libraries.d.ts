// Types for the libraries without types that the web APIs use.

declare module 'whatwg-url' {
  export const URL: new (
    url: string,
    base?: string,
  ) => {
    hash: string;
    readonly searchParams: InstanceType<typeof URLSearchParams>;
  };
  export const URLSearchParams: new (
    init?: string,
  ) => {
    append(name: string, value: string): void;
    entries(): Iterator<[string, string]>;
  };
}

declare module 'whatwg-mimetype/lib/mime-type.js' {
  export default class MIMEType {
    static parse(text: string): MIMEType | null;
    readonly essence: string;
    readonly parameters: { get(name: string): string | undefined };
    toString(): string;
  }
}

declare module 'web-streams-polyfill/dist/ponyfill.mjs' {
  /** All of its classes, including those that it does not export; see src/control/launch/image/web-scripts.ts. */
  export const classes: readonly unknown[];
}
