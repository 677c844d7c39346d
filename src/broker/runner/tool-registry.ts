// Knows which programs and tools a runner process was given, and the numbers of the tools. Main thread.

import type { ToolRoute } from '../../shared/protocol/call.ts';
import type { CheckedProgram } from '../../shared/protocol/program.ts';
import type { RunnerOutbox } from './runner-outbox.ts';

/** Sends each program and each tool once. */
export class ToolRegistry {
  readonly #outbox: RunnerOutbox;
  readonly #digests = new Set<string>();
  readonly #tools = new Map<ToolRoute, number>();

  constructor(outbox: RunnerOutbox) {
    this.#outbox = outbox;
  }

  holds(digest: string): boolean {
    return this.#digests.has(digest);
  }

  /** The number of a tool in the process. Sends the program and the tool if they are new to it. `memoryMb`: heap of the program's realm. */
  numberOf(route: ToolRoute, program: CheckedProgram, memoryMb: number): number {
    const known = this.#tools.get(route);
    if (known !== undefined) return known;
    const { limits, freshState, toolName, exportName, validateArguments } = route;
    const { digest } = program;
    if (!this.#digests.has(digest)) {
      this.#digests.add(digest);
      this.#outbox.send({ t: 'load', freshState, memoryMb }, JSON.stringify(program));
    }
    const tool = this.#tools.size;
    this.#tools.set(route, tool);
    this.#outbox.send({ t: 'tool', tool, digest, toolName, exportName, validateArguments, limits });
    return tool;
  }
}
