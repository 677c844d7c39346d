// Runs the corpus as scripts of callers: against a real host, with neighbours, and with scripts of the same and of another caller after each.

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import type { Made } from '../../src/cli/attack/arena.ts';
import type { Answer } from '../../src/cli/attack/caller.ts';
import type { Attack } from '../../src/cli/attack/corpus.ts';
import { complaintsAbout, type Rules } from '../../src/cli/attack/verdict.ts';
import type { Limits } from '../../src/shared/protocol/limits.ts';
import type { ScriptSender } from '../support/scripts.ts';
import { callOf, codesOf, isCalled, PROBE, scriptOf } from './script-attacks.ts';

/** Nobody may come here: it is where scripts that reach out want to. */
export class Forbidden {
  readonly #server: Server;
  visits = 0;

  constructor() {
    this.#server = createServer((_request, response) => {
      this.visits += 1;
      response.end('{}');
    });
  }

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/script`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

export interface ScriptAttackParts {
  /** Of the attacker, and of a caller that does no harm. */
  readonly attacker: ScriptSender;
  readonly other: ScriptSender;
  readonly farEnd: string;
  readonly rules: Rules;
  /** The limits that an attack is sent with; absent if it needs time to fill memory. */
  readonly tight: (attack: Attack) => Partial<Limits>;
  readonly limits: Limits;
  /** What a probe finds before the first attack. */
  readonly untouched: unknown;
}

/** Runs one attack as a script, then scripts of both callers. */
export const runAsScript = async (parts: ScriptAttackParts, attack: Attack): Promise<Made> => {
  const { attacker, other, untouched } = parts;
  const answers: Answer[] = [];
  const make = async (): Promise<void> => void answers.push(await sendAttack(parts, attack));
  if (attack.together) await Promise.all(Array.from({ length: attack.calls }, make));
  else for (let left = attack.calls; left > 0; left -= 1) await make();
  const complaints = answers.flatMap((answer) => complaintsIn(parts, attack, answer));
  for (const [who, send] of [['the same', attacker] as const, ['another', other] as const]) {
    const { body } = await send(PROBE);
    if (!isDeepStrictEqual(body.result, untouched))
      complaints.push(`the next script of ${who} caller found ${JSON.stringify(body).slice(0, 500)}`);
  }
  return { answers, complaints };
};

const sendAttack = async ({ attacker, farEnd, tight }: ScriptAttackParts, attack: Attack): Promise<Answer> => {
  const startMs = performance.now();
  const code = isCalled(attack) ? callOf(attack) : scriptOf(attack, farEnd);
  const limits = isCalled(attack) ? {} : tight(attack);
  const { body } = await attacker(code, { more: { limits } });
  const { queueMs = 0 } = (body.usage ?? body.script?.usage ?? {}) as { queueMs?: number };
  const tookMs = performance.now() - startMs - queueMs;
  if (body.code !== undefined) return { code: body.code, detail: body.detail, tookMs };
  return isCalled(attack) ? { ...(body.result as Answer), tookMs } : { code: 'ok', value: body.result, tookMs };
};

const complaintsIn = (parts: ScriptAttackParts, attack: Attack, answer: Answer): readonly string[] => {
  const { rules, limits, tight } = parts;
  if (isCalled(attack)) return complaintsAbout({ ...attack, expects: codesOfCall(attack) }, answer, limits, rules);
  const { detail: _, ...rest } = attack;
  const results = attack.family === 'reach' ? [] : attack.results;
  const expects = codesOf(attack);
  return [
    ...complaintsAbout({ ...rest, results, expects }, answer, { ...limits, ...tight(attack) }, rules),
    ...complaintsAboutWords(answer),
  ];
};

/** What a script writes may be anything; what the host says of it blames no tool. */
const complaintsAboutWords = ({ code, detail = '' }: Answer): readonly string[] =>
  code !== 'script_error' && /\b(?:tool|plugin)\b/i.test(detail) ? [`the host says of a script: ${detail}`] : [];

/** A plugin that was refused has no tools. */
const codesOfCall = ({ expects }: Attack): readonly string[] =>
  expects.flatMap((code) => (code === 'refused' ? ['tool_not_found', 'plugin_refused'] : [code]));
