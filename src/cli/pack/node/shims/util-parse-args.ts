// `util.parseArgs` of Node, without tokens. Runs inside the isolate, as part of the packed entry.

import { coded, wrongType } from './errors.ts';

interface Option {
  readonly type: 'boolean' | 'string';
  readonly short?: string;
  readonly multiple?: boolean;
  readonly default?: unknown;
}

interface Config {
  readonly args?: readonly string[];
  readonly options?: Readonly<Record<string, Option>>;
  readonly strict?: boolean;
  readonly allowPositionals?: boolean;
  readonly allowNegative?: boolean;
}

interface Parsed {
  readonly values: Record<string, unknown>;
  readonly positionals: string[];
}

const fault = (code: string, message: string): Error => coded(TypeError, code, message);

/** Reads arguments of a command line. Throws as Node does for what the options do not allow. */
export default function parseArgs(config: Config = {}): Parsed {
  const { args = [], options = {}, strict = true, allowNegative = false } = config;
  const allowPositionals = config.allowPositionals ?? !strict;
  if (!Array.isArray(args)) throw wrongType('args', 'an instance of Array', args);
  const values: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  const positionals: string[] = [];
  const put = (name: string, value: unknown): void => {
    if (name === '__proto__') return;
    if (options[name]?.multiple) values[name] = [...((values[name] as unknown[]) ?? []), value];
    else values[name] = value;
  };
  const take = (name: string, shown: string, value: string | undefined): void => {
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    if (!option) {
      const positive = name.replace(/^no-/, '');
      if (allowNegative && positive !== name && options[positive]?.type === 'boolean') return put(positive, false);
      if (strict) throw fault('ERR_PARSE_ARGS_UNKNOWN_OPTION', `Unknown option '${shown}'`);
      return put(name, value ?? true);
    }
    if (strict && option.type === 'string' && value === undefined)
      throw fault('ERR_PARSE_ARGS_INVALID_OPTION_VALUE', `Option '${shown} <value>' argument missing`);
    if (strict && option.type === 'boolean' && value !== undefined)
      throw fault('ERR_PARSE_ARGS_INVALID_OPTION_VALUE', `Option '${shown}' does not take an argument`);
    put(name, option.type === 'string' ? (value ?? true) : (value ?? true));
  };
  const left = [...args];
  const longOf = (short: string): string =>
    Object.keys(options).find((name) => options[name]?.short === short) ?? short;
  for (let arg = left.shift(); arg !== undefined; arg = left.shift()) {
    if (arg === '--') {
      positionals.push(...left.splice(0));
    } else if (arg.startsWith('--')) {
      const [, name = '', value] = /^--([^=]*)(?:=(.*))?$/s.exec(arg) ?? [];
      const wantsValue = options[name]?.type === 'string' && value === undefined && left[0] !== undefined;
      take(name, `--${name}`, wantsValue ? left.shift() : value);
    } else if (arg.startsWith('-') && arg !== '-') {
      for (let at = 1; at < arg.length; at += 1) {
        const name = longOf(arg[at] as string);
        if (options[name]?.type !== 'string') {
          take(name, `-${arg[at]}`, undefined);
          continue;
        }
        const rest = arg.slice(at + 1);
        take(name, `-${arg[at]}, --${name}`, rest !== '' ? rest : left.shift());
        break;
      }
    } else {
      if (!allowPositionals)
        throw fault(
          'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL',
          `Unexpected argument '${arg}'. This command does not take positional arguments`,
        );
      positionals.push(arg);
    }
  }
  for (const [name, { default: fallback }] of Object.entries(options))
    if (fallback !== undefined && values[name] === undefined) values[name] = fallback;
  return { values, positionals };
}
