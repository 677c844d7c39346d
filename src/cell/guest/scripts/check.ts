// Checks values against a plugin's schemas. Runs in its validator isolate, where only code made from its schemas runs, and never plugin code;
// in realm mode also in the shared realm. A script whose value is a function, so it imports nothing.

interface SchemaError {
  readonly instancePath: string;
  readonly message?: string;
  readonly keyword: string;
  readonly params?: Readonly<Record<string, unknown>>;
  /** Only from validators that are compiled for diagnosis. */
  readonly parentSchema?: { readonly properties?: Readonly<Record<string, { readonly type?: unknown }>> };
}

/** One place where a value does not fit. src/control/violations.ts reads it as untrusted (SaidViolation). */
interface Violation {
  readonly path: string;
  readonly keyword: string;
  readonly message: string;
  readonly expected?: readonly unknown[];
  readonly allowed?: readonly unknown[];
  readonly got?: string;
}

interface Validator {
  (value: unknown): boolean;
  errors?: readonly SchemaError[] | null;
}

type Validators = Readonly<Record<string, { readonly input?: Validator; readonly output?: Validator }>>;
type CommonJs = (module: { exports: unknown }, exports: unknown, require: (name: string) => unknown) => void;

(function check(makeValidators: (require: (name: string) => unknown) => Validators) {
  const MOST_VIOLATIONS = 20;
  const MESSAGE_CHARACTERS = 300;
  const MOST_ALLOWED = 30;
  const VALUE_CHARACTERS = 60;
  /** Limit for all violations of one value together, because they have to fit, escaped, into the head of a message. */
  const LIST_CHARACTERS = 12_000;
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

  /** Provides one library module to the validators. */
  const provide = (name: string, source: CommonJs): void => {
    sources.set(name, source);
  };

  const pointerTo = (path: string, name: string): string =>
    `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

  const typeOf = (value: unknown): string => {
    if (value === null) return 'null';
    return Array.isArray(value) ? 'array' : typeof value;
  };

  /** The value at a JSON pointer; undefined if there is none. */
  const valueAt = (root: unknown, path: string): unknown => {
    let value = root;
    for (const step of path.split('/').slice(1)) {
      const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
      value = (value as Record<string, unknown>)[name];
    }
    return value;
  };

  /** The values that are short enough for a message. */
  const shortOnes = (values: readonly unknown[]): readonly unknown[] =>
    values.filter((value) => (JSON.stringify(value) ?? '').length <= VALUE_CHARACTERS).slice(0, MOST_ALLOWED);

  const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

  /** The types, values or names that the schema allows there. */
  const allowedBy = ({ keyword, params = {}, parentSchema }: SchemaError): Pick<Violation, 'expected' | 'allowed'> => {
    const { properties } = parentSchema ?? {};
    switch (keyword) {
      case 'type':
        return { expected: listOf(params.type) };
      case 'enum':
        return { allowed: shortOnes(listOf(params.allowedValues)) };
      case 'const':
        return { allowed: shortOnes([params.allowedValue]) };
      case 'required': {
        const name = String(params.missingProperty);
        const type = properties && Object.hasOwn(properties, name) ? properties[name]?.type : undefined;
        return type === undefined ? {} : { expected: listOf(type) };
      }
      case 'additionalProperties':
        return properties ? { allowed: shortOnes(Object.keys(properties)) } : {};
      default:
        return {};
    }
  };

  const messageOf = ({ message, keyword, params }: SchemaError): string => {
    const named = params?.additionalProperty ?? params?.unevaluatedProperty;
    const words = message ?? keyword;
    if (keyword === 'enum') return `${words}: ${JSON.stringify(params?.allowedValues)}`;
    if (keyword === 'const') return `${words}: ${JSON.stringify(params?.allowedValue)}`;
    return typeof named === 'string' ? `${words}: ${JSON.stringify(named)}` : words;
  };

  const describe = (error: SchemaError, root: unknown): Violation => {
    const { instancePath, keyword, params = {} } = error;
    // The path of the missing member, or of the member that must not be there.
    const name = params.missingProperty ?? params.additionalProperty ?? params.unevaluatedProperty;
    const path = typeof name === 'string' ? pointerTo(instancePath, name) : instancePath;
    const value = valueAt(root, path);
    return {
      path: path.slice(0, MESSAGE_CHARACTERS),
      keyword,
      message: messageOf(error).slice(0, MESSAGE_CHARACTERS),
      ...allowedBy(error),
      ...(value !== undefined && { got: typeOf(value) }),
    };
  };

  /** Without the notes that one side of an "if" is broken: the violation in that side says how. */
  const tellingOnes = (errors: readonly SchemaError[]): readonly SchemaError[] => {
    const telling = errors.filter(({ keyword }) => keyword !== 'if');
    return telling.length > 0 ? telling : errors;
  };

  /** The violations as JSON, each once, as many as fit; the last one counts the others. */
  const listOfViolations = (errors: readonly SchemaError[], root: unknown): string => {
    const listed = new Set<string>();
    let characters = 0;
    let left = errors.length;
    for (const error of errors) {
      const violation = JSON.stringify(describe(error, root));
      characters += listed.has(violation) ? 0 : violation.length;
      if (listed.size >= MOST_VIOLATIONS || characters > LIST_CHARACTERS) break;
      listed.add(violation);
      left -= 1;
    }
    const rest = { path: '', keyword: '', message: `does not fit in ${left} more ways, which are not listed` };
    return `[${[...listed, ...(left > 0 ? [JSON.stringify(rest)] : [])].join(',')}]`;
  };

  /** Checks a JSON text, which its sender may have parsed, against a tool's schema: `""` if it fits, else the violations as JSON. Throws for text that is not JSON. */
  const violationsOf = (toolName: string, side: 'input' | 'output', text: string, parsed?: unknown): string => {
    validators ??= makeValidators(requireModule);
    const validate = Object.hasOwn(validators, toolName) ? validators[toolName]?.[side] : undefined;
    if (!validate) return '';
    const value: unknown = parsed === undefined ? JSON.parse(text) : parsed;
    return validate(value) ? '' : listOfViolations(tellingOnes(validate.errors ?? []), value);
  };

  return { provide, violationsOf };
});
