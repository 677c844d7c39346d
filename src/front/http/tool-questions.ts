// Answers what a script asks about tools: which fit a wish, and what one of them takes. The question comes from a runner that may be broken into. Front
// process.

import type { Caller } from '../../shared/protocol/caller.ts';
import { CallError } from '../../shared/protocol/errors.ts';
import type { Selection } from '../../shared/protocol/selection.ts';
import { searchIn } from '../mcp/meta-tools.ts';
import type { ToolQuestions } from '../scripts/run-script.ts';
import type { AnswerQuestion } from '../scripts/script-calls.ts';
import { createArgumentsReader } from './tool-request.ts';

export interface QuestionParts {
  readonly questions: ToolQuestions;
  readonly bodyDepth: number;
  readonly argumentsBytes: number;
}

/** Answers about the tools of a script: those of this caller, and of this selection. Fails with: invalid_arguments, tool_not_found, forbidden, overloaded. */
export const createAnswerQuestion = ({ questions, ...bounds }: QuestionParts) => {
  const argumentsFrom = createArgumentsReader(bounds);
  return (caller: Caller, selection: Selection | undefined): AnswerQuestion =>
    async ({ toolName, argumentsText }) => {
      const argumentsJson = await argumentsFrom(argumentsText);
      if (toolName === '?find') {
        const search = { ...searchIn(argumentsJson), selection };
        return Buffer.from(JSON.stringify(await questions.find(caller, search)));
      }
      const { name } = JSON.parse(argumentsJson.toString('utf8')) as { readonly name?: unknown };
      if (toolName !== '?describe' || typeof name !== 'string')
        throw new CallError('invalid_arguments', 'Ask tools.find("what a tool should do") or tools.describe("name").');
      return Buffer.from(JSON.stringify(questions.describe(caller, name, selection)));
    };
};
