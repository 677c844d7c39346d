// Finds the tools that a list in a provider's format would leave out, and those that cannot be strict there, before anybody asks for such a list. Any
// process; compiles nothing.

import type { Manifest } from '../../../packages/plugin/src/manifest.ts';
import { compositeKey } from '../../shared/text/composite-key.ts';
import { shown } from '../model/refusal.ts';
import type { ListedTool } from '../search/formats/api.ts';
import { APIS, formedTool } from '../search/formats/formed-tool.ts';
import { isObstacle, type Obstacle } from '../search/formats/telling.ts';
import { type LintFinding, note, warning } from './finding.ts';

/** One format of each provider; both of OpenAI have the same rules. */
const PROVIDERS = ['openai', 'anthropic', 'gemini'] as const;
const FINDINGS = 100;

interface InTheWay {
  readonly provider: string;
  readonly level: LintFinding['level'];
  readonly obstacle: Obstacle;
}

/**
 * A warning for each provider whose format cannot carry a tool, and a note if a tool cannot be strict, at most 100. `where` names the place in the manifest.
 * Findings at a place that `known` has a warning for are left out, because that one says the same.
 */
export const lintFormats = (
  { tools }: Pick<Manifest, 'tools'>,
  known: readonly LintFinding[] = [],
): readonly LintFinding[] => {
  const warned = new Set(known.filter(({ level }) => level === 'warning').map(({ where }) => where));
  return tools
    .flatMap((tool, index) =>
      [
        ...Map.groupBy(obstaclesOf(tool as unknown as ListedTool), ({ level, obstacle }) =>
          compositeKey(level, obstacle.path),
        ),
      ]
        .map(([, same]) => findingOf(same as [InTheWay, ...InTheWay[]], `/tools/${index}`))
        .filter(({ where }) => !warned.has(where)),
    )
    .slice(0, FINDINGS);
};

const obstaclesOf = (tool: ListedTool): readonly InTheWay[] =>
  PROVIDERS.flatMap((format): readonly InTheWay[] => {
    const { title: provider, strict } = APIS[format];
    const formed = formedTool(tool, format, strict !== undefined);
    if (isObstacle(formed)) return [{ provider, level: 'warning', obstacle: formed }];
    return formed.notStrict ? [{ provider, level: 'note', obstacle: formed.notStrict }] : [];
  });

const findingOf = (same: readonly [InTheWay, ...InTheWay[]], at: string): LintFinding => {
  const [{ level, obstacle }] = same;
  const providers = same.map(({ provider }) => provider).join(' and ');
  const where = shown(`${at}${obstacle.path}`, 300);
  if (level === 'warning')
    return warning(where, `is left out of lists for ${providers}: ${shown(obstacle.reason, 300)}`, obstacle.hint);
  return note(where, `cannot be strict for ${providers}: ${shown(obstacle.reason, 300)}`, obstacle.hint);
};
