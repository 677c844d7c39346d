// A call that failed, told so that its author can mend it: what, where in the author's own files, which limit and what sets it.

import { shown } from '../../catalog/model/refusal.ts';
import { LIMIT_NAMES } from '../../config/limits.ts';
import type { LoadedConfig } from '../../config/load.ts';
import { ERRORS, type Failure } from '../../protocol/errors.ts';
import type { LimitName } from '../../protocol/limits.ts';
import { type Place, sourceLinesOf } from '../../sources/source-lines.ts';
import type { Paint } from '../command.ts';
import { limitSource } from './limit-source.ts';
import { type Frame, frameLines, framesOf, stackIn } from './stack-lines.ts';
import type { Called, LoadedPlugin } from './workbench.ts';

/** What is known of the plugin and of the operator's settings. */
export interface FailureScene {
  readonly plugin: LoadedPlugin;
  /** Without them nothing is said of what sets a limit. */
  readonly settings?: LoadedConfig;
  readonly folder?: string;
}

/** A failure with what its author needs, for people and for scripts. */
export interface ExplainedFailure extends Failure {
  readonly fault: string;
  /** Frames in the author's files, innermost first. */
  readonly stack?: readonly (Omit<Place, 'text'> & { readonly where?: string })[];
  /** What sets the limit that was passed. */
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
  scene: FailureScene,
): Promise<Explained> => {
  const { bundle, manifest, snapshot } = scene.plugin;
  const stack = stackIn(called);
  const frames = stack === undefined ? [] : framesOf(stack.text, bundle, await sourceLinesOf(bundle));
  const { settings, folder } = scene;
  const limit = LIMIT_NAMES.find((name) => name === failure.limit);
  const setBy =
    limit && settings && limitSource({ limit, toolName, manifest, settings, ...(folder !== undefined && { folder }) });
  const places = frames.map(({ where, place: { file, line, column } }) => ({
    ...(where !== undefined && { where }),
    file,
    line,
    column,
  }));
  return {
    frames,
    failure: {
      ...failure,
      ...(limit !== undefined && { allowed: failure.allowed ?? snapshot.find(toolName)?.limits[limit] ?? 0 }),
      fault: ERRORS[failure.code].fault,
      ...(places.length > 0 && { stack: places }),
      ...(setBy !== undefined && { setBy }),
    },
  };
};

const UNITS: Readonly<Record<string, string>> = { Ms: ' ms', Mb: ' MB', Bytes: ' bytes' };

/** An amount of a limit with its unit: `1,200 ms`. */
export const amountOf = (limit: LimitName | string, amount: number): string => {
  const unit = Object.entries(UNITS).find(([ending]) => limit.endsWith(ending))?.[1] ?? '';
  const digits = unit === ' ms' && amount < 10 ? 1 : 0;
  return `${amount.toLocaleString('en-US', { maximumFractionDigits: digits })}${unit}`;
};

/** The explained failure as lines. */
export const failureLines = ({ failure, frames }: Explained, paint: Paint): readonly string[] => {
  const { code, detail, limit, used, allowed, violations = [], setBy } = failure;
  const whole = code === 'invalid_arguments' ? 'the arguments' : 'the result';
  const amounts =
    limit === undefined || used === undefined
      ? []
      : [`  used ${amountOf(limit, used)}${allowed === undefined ? '' : ` of ${amountOf(limit, allowed)}`} (${limit})`];
  return [
    `${paint.bad('✗')} ${paint.strong(code)}: ${shown(detail, 1_000)}`,
    ...frameLines(frames, paint).map((line) => `  ${line}`),
    ...violations.map(({ path, message }) => `  ${shown(path || whole, 200)} ${shown(message, 400)}`),
    ...amounts,
    ...(setBy === undefined ? [] : [`  → ${setBy}`]),
  ];
};
