// Runs in a plugin's validator isolate, where no plugin code ever runs: only the code that was made from its schemas.
// Its value is a function; it is a script, so it imports nothing.

interface SchemaError {
  readonly instancePath: string;
  readonly message?: string;
  readonly keyword: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

interface Validator {
  (value: unknown): boolean;
  errors?: readonly SchemaError[] | null;
}

type Validators = Readonly<Record<string, { readonly input?: Validator; readonly output?: Validator }>>;
type CommonJs = (module: { exports: unknown }, exports: unknown, require: (name: string) => unknown) => void;

(function check(makeValidators: (require: (name: string) => unknown) => Validators) {
  const MOST_VIOLATIONS = 8;
  const MESSAGE_CHARACTERS = 300;
  const library = new Map<string, { exports: unknown }>();
  const sources = new Map<string, CommonJs>();
  let validators: Validators | undefined;

  const requireModule = (name: string): unknown => {
    const loaded = library.get(name);
    if (loaded) return loaded.exports;
    const source = sources.get(name);
    if (!source) throw new TypeError(`The validators ask for ${name}, which is not offered.`);
    const module = { exports: {} as unknown };
    library.set(name, module);
    source(module, module.exports, requireModule);
    return module.exports;
  };

  /** Offers one library module to the validators. */
  const provide = (name: string, source: CommonJs): void => {
    sources.set(name, source);
  };

  const describe = (error: SchemaError): { path: string; message: string } => {
    const named = error.params?.additionalProperty ?? error.params?.unevaluatedProperty;
    let message = error.message ?? error.keyword;
    if (error.keyword === 'enum') message += `: ${JSON.stringify(error.params?.allowedValues)}`;
    if (error.keyword === 'const') message += `: ${JSON.stringify(error.params?.allowedValue)}`;
    if (typeof named === 'string') message += `: ${JSON.stringify(named)}`;
    return { path: error.instancePath.slice(0, MESSAGE_CHARACTERS), message: message.slice(0, MESSAGE_CHARACTERS) };
  };

  /** Checks a JSON text against a tool's schema: `""` where it fits, else the violations as JSON. Throws for text that is not JSON. */
  const violationsOf = (toolName: string, side: 'input' | 'output', text: string): string => {
    validators ??= makeValidators(requireModule);
    const validate = Object.hasOwn(validators, toolName) ? validators[toolName]?.[side] : undefined;
    if (!validate) return '';
    if (validate(JSON.parse(text))) return '';
    return JSON.stringify((validate.errors ?? []).slice(0, MOST_VIOLATIONS).map(describe));
  };

  return { provide, violationsOf };
});
