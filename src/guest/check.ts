// Runs in a plugin's validator isolate, where no plugin code ever runs: only the code that was made from its schemas.
// Its value is a function; it is a script, so it imports nothing.

interface SchemaError {
  readonly instancePath: string;
  readonly message?: string;
  readonly keyword: string;
  readonly params?: Readonly<Record<string, unknown>>;
  /** Of validators that are made to diagnose. */
  readonly parentSchema?: { readonly properties?: Readonly<Record<string, { readonly type?: unknown }>> };
}

/** One place where a value does not fit; see SaidViolation in src/control/violations.ts, which believes none of it. */
interface Said {
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
  /** Of all that is told of one value: it has to fit into the head of a message, escaped. */
  const TOLD_CHARACTERS = 12_000;
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

  const pointerTo = (path: string, name: string): string =>
    `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

  const typeOf = (value: unknown): string => {
    if (value === null) return 'null';
    return Array.isArray(value) ? 'array' : typeof value;
  };

  /** The value at a JSON pointer; undefined where there is none. */
  const valueAt = (root: unknown, path: string): unknown => {
    let value = root;
    for (const step of path.split('/').slice(1)) {
      const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
      value = (value as Record<string, unknown>)[name];
    }
    return value;
  };

  /** Values that a message can hold: short ones. */
  const shortOnes = (values: readonly unknown[]): readonly unknown[] =>
    values.filter((value) => (JSON.stringify(value) ?? '').length <= VALUE_CHARACTERS).slice(0, MOST_ALLOWED);

  const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

  /** What the schema wants there: types, values, or names. */
  const wantedBy = ({ keyword, params = {}, parentSchema }: SchemaError): Pick<Said, 'expected' | 'allowed'> => {
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

  const describe = (error: SchemaError, root: unknown): Said => {
    const { instancePath, keyword, params = {} } = error;
    // Where a member belongs that is missing, and where one stands that should not.
    const name = params.missingProperty ?? params.additionalProperty ?? params.unevaluatedProperty;
    const path = typeof name === 'string' ? pointerTo(instancePath, name) : instancePath;
    const value = valueAt(root, path);
    return {
      path: path.slice(0, MESSAGE_CHARACTERS),
      keyword,
      message: messageOf(error).slice(0, MESSAGE_CHARACTERS),
      ...wantedBy(error),
      ...(value !== undefined && { got: typeOf(value) }),
    };
  };

  /** The violations as JSON, each once, as many as fit; the last one says how many do not. */
  const toldOf = (errors: readonly SchemaError[], root: unknown): string => {
    const told = new Set<string>();
    let characters = 0;
    let left = errors.length;
    for (const error of errors) {
      const said = JSON.stringify(describe(error, root));
      characters += told.has(said) ? 0 : said.length;
      if (told.size >= MOST_VIOLATIONS || characters > TOLD_CHARACTERS) break;
      told.add(said);
      left -= 1;
    }
    const rest = { path: '', keyword: '', message: `does not fit in ${left} more ways, which are not listed` };
    return `[${[...told, ...(left > 0 ? [JSON.stringify(rest)] : [])].join(',')}]`;
  };

  /** Checks a JSON text against a tool's schema: `""` where it fits, else the violations as JSON. Throws for text that is not JSON. */
  const violationsOf = (toolName: string, side: 'input' | 'output', text: string): string => {
    validators ??= makeValidators(requireModule);
    const validate = Object.hasOwn(validators, toolName) ? validators[toolName]?.[side] : undefined;
    if (!validate) return '';
    const value: unknown = JSON.parse(text);
    return validate(value) ? '' : toldOf(validate.errors ?? [], value);
  };

  return { provide, violationsOf };
});
