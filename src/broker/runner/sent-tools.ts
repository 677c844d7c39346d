// What a runner process has been given so far: programs, and tools of theirs under numbers.

import type { ToolRoute } from '../../protocol/call.ts';
import type { HostMessage } from '../../protocol/messages.ts';
import type { CheckedProgram } from '../../protocol/program.ts';

type Send = (message: Extract<HostMessage, { readonly t: 'load' | 'tool' }>, body?: string) => void;

/** Gives one process each program and each tool once. */
export class SentTools {
  readonly #send: Send;
  readonly #digests = new Set<string>();
  readonly #tools = new Map<ToolRoute, number>();

  constructor(send: Send) {
    this.#send = send;
  }

  /** True where the process was given the program with this digest. */
  holds(digest: string): boolean {
    return this.#digests.has(digest);
  }

  /** The number under which the process knows a tool; sends the program and the tool where they are new to it. `memoryMb`: heap of the program's realm. */
  numberOf(route: ToolRoute, program: CheckedProgram, memoryMb: number): number {
    const known = this.#tools.get(route);
    if (known !== undefined) return known;
    const { limits, freshState, toolName, exportName, validateArguments } = route;
    const { digest } = program;
    if (!this.#digests.has(digest)) {
      this.#digests.add(digest);
      this.#send({ t: 'load', freshState, memoryMb }, JSON.stringify(program));
    }
    const tool = this.#tools.size;
    this.#tools.set(route, tool);
    this.#send({ t: 'tool', tool, digest, toolName, exportName, validateArguments, limits });
    return tool;
  }
}
