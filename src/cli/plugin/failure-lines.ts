// Explains the failure of a call to the plugin's author: what failed, where in the author's files, which limit was passed and what sets it.

import { shown } from '../../catalog/model/refusal.ts';
import type { Place } from '../../server/sources/source-lines.ts';
import { LIMIT_NAMES, limitOrigin } from '../../settings/limits.ts';
import type { LoadedConfig } from '../../settings/load/load.ts';
import { ERRORS, type Failure } from '../../shared/protocol/errors.ts';
import type { LimitName } from '../../shared/protocol/limits.ts';
import type { Style } from '../common/command.ts';
import { manifestPlace } from './manifest-place.ts';
import { type Called, type Frame, frameLines, framesOf, linesOf, stackIn } from './stack-lines.ts';
import type { LoadedPlugin } from './workbench.ts';

export interface FailureContext {
  readonly plugin: LoadedPlugin;
  /** Without settings the explanation does not say what sets a limit. */
  readonly settings?: LoadedConfig;
  /** The author's folder, if the plugin was loaded from one. */
  readonly folder?: string | undefined;
}

/** A failure with an explanation for the author, for people and for scripts. */
export interface ExplainedFailure extends Failure {
  /** Who must change something; see `Fault` in protocol/errors.ts. */
  readonly fault: string;
  /** Frames in the author's files, innermost first. If `cpuMs` was passed: where it was seen last. */
  readonly stack?: readonly Omit<Place, 'text'>[];
  /** One line: which setting sets the limit that was passed, and who can change it. */
  readonly setBy?: string;
}

interface Explained {
  readonly failure: ExplainedFailure;
  readonly frames: readonly Frame[];
}

/** Explains the failure of a call. Never rejects. */
export const explainFailure = async (
  failure: Failure,
  called: Called,
  toolName: string,
  failureContext: FailureContext,
): Promise<Explained> => {
  const { bundle, snapshot } = failureContext.plugin;
  const stack = stackIn(called);
  const frames = stack === undefined ? (called.lastSeen ?? []) : framesOf(stack.text, bundle, await linesOf(bundle));
  const { settings } = failureContext;
  const limit = LIMIT_NAMES.find((name) => name === failure.limit);
  const heapMb = snapshot.routes.get(toolName)?.limits.memoryMb;
  const ofProcess = limit === 'runnerRssMb' ? `${PROCESS_MEMORY} ${heapMb} MB (memoryMb); ` : '';
  const setBy = limit && settings && `${ofProcess}${limitSource(limit, toolName, failureContext, settings)}`;
  const places = frames.map(({ place: { where, file, line, column } }) => ({
    ...(where !== undefined && { where }),
    file,
    line,
    column,
  }));
  return {
    frames,
    failure: {
      ...failure,
      ...(limit !== undefined && { allowed: failure.allowed ?? snapshot.routes.get(toolName)?.limits[limit] ?? 0 }),
      fault: ERRORS[failure.code].fault,
      ...(places.length > 0 && { stack: places }),
      ...(setBy !== undefined && { setBy }),
    },
  };
};

/** Authors know `memoryMb`, and cannot set the limit of the process. */
const PROCESS_MEMORY = 'the process has all memory of the call, garbage and buffers too; of that the heap may have';

/** One line: where the limit is set, and how to change it. */
const limitSource = (
  limit: LimitName,
  toolName: string,
  { plugin: { manifest }, folder }: FailureContext,
  settings: LoadedConfig,
): string => {
  const origin = limitOrigin({ limit, toolName, manifest, config: settings.config });
  const { value, allowed } = origin;
  if (origin.by === 'manifest') {
    const place = manifestPlace(folder, origin.pointer, manifest);
    const room = allowed > value ? `raise it there, up to the operator's ${allowed}` : 'the operator allows no more';
    return `${place} asks for ${limit} ${value}: ${room}`;
  }
  if (origin.by === 'host') return `${limit} is always ${allowed}`;
  const { path } = origin;
  const source = settings.sources[path] ?? 'default';
  const where = source === 'default' ? `${path} is ${allowed} by default` : `${source} sets ${path} to ${allowed}`;
  const raise = `plugins.overrides.${manifest.name}.limits.${limit}`;
  return `${where}: an operator raises it for this plugin with ${raise} in sandbox.config.json`;
};

const UNITS: Readonly<Record<string, string>> = { Ms: ' ms', Mb: ' MB', Bytes: ' bytes' };

/** An amount with the unit of its limit: `1,200 ms`. */
export const amountOf = (limit: LimitName | string, amount: number): string => {
  const unit = Object.entries(UNITS).find(([ending]) => limit.endsWith(ending))?.[1] ?? '';
  const digits = unit === ' ms' && amount < 10 ? 1 : 0;
  return `${amount.toLocaleString('en-US', { maximumFractionDigits: digits })}${unit}`;
};

export const failureLines = ({ failure, frames }: Explained, style: Style): readonly string[] => {
  const { code, detail, limit, used, allowed, violations = [], setBy } = failure;
  const whole = code === 'invalid_arguments' ? 'the arguments' : 'the result';
  const amounts =
    limit === undefined || used === undefined
      ? []
      : [`  used ${amountOf(limit, used)}${allowed === undefined ? '' : ` of ${amountOf(limit, allowed)}`} (${limit})`];
  return [
    `${style.bad('✗')} ${style.strong(code)}: ${shown(detail, 1_000)}`,
    ...(code === 'exceeded_cpu' && frames.length > 0
      ? [style.faint('  last seen, when it was called once more:')]
      : []),
    ...frameLines(frames, style).map((line) => `  ${line}`),
    ...violations.map(({ path, message }) => `  ${shown(path || whole, 200)} ${shown(message, 400)}`),
    ...amounts,
    ...(setBy === undefined ? [] : [`  → ${setBy}`]),
  ];
};
