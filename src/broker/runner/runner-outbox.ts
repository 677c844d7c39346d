// Writes to one runner, and knows which programs and tools it was given. Main thread.

import type { ToolRoute } from '../../shared/protocol/call.ts';
import { callHead } from '../../shared/protocol/call-heads.ts';
import { ANONYMOUS } from '../../shared/protocol/caller.ts';
import { FrameBatch, type FramePart } from '../../shared/protocol/frames.ts';
import { realmHeapMb } from '../../shared/protocol/limits.ts';
import type { HostMessage } from '../../shared/protocol/messages.ts';
import type { CheckedProgram } from '../../shared/protocol/program.ts';
import type { CallTask } from '../../shared/protocol/task.ts';
import { callerAlias } from './caller-alias.ts';

/** A tool as one process knows it. */
export interface SentTool {
  readonly number: number;
  /** Heap of its program's realm, in MB. */
  readonly heapMb: number;
}

/** Messages of one turn of the event loop leave together, in order. Each program and each tool is sent once. */
export class RunnerOutbox {
  readonly #frames = new FrameBatch();
  readonly #onFlush: (pieces: readonly Uint8Array[]) => void;
  readonly #digests = new Set<string>();
  readonly #tools = new Map<ToolRoute, SentTool>();

  /** `onFlush` gets pieces of one stream, at the end of a turn in which something was written. */
  constructor(onFlush: (pieces: readonly Uint8Array[]) => void) {
    this.#onFlush = onFlush;
  }

  /** True if the runner was sent this program. */
  holds(digest: string): boolean {
    return this.#digests.has(digest);
  }

  send(message: Exclude<HostMessage, { readonly t: 'call' }>, body: FramePart = ''): void {
    this.#write(JSON.stringify(message), body);
  }

  sendCall(id: number, tool: SentTool, { callId, caller, argumentsJson, route }: CallTask): void {
    const alias = caller === ANONYMOUS ? caller : callerAlias(caller, route.pluginName);
    this.#write(callHead({ id, tool: tool.number, callId, caller: alias }), argumentsJson);
  }

  /** Sends a program and a tool if they are new to the process. `isCrowded`: dozens of calls may be suspended in the program's realm. */
  sendTool(route: ToolRoute, program: CheckedProgram, isCrowded: boolean): SentTool {
    const known = this.#tools.get(route);
    if (known) return known;
    const { limits, freshState, toolName, exportName } = route;
    const { digest } = program;
    const heapMb = realmHeapMb(limits, isCrowded);
    if (!this.#digests.has(digest)) {
      this.#digests.add(digest);
      this.send({ t: 'load', freshState, memoryMb: heapMb }, JSON.stringify(program));
    }
    const tool: SentTool = { number: this.#tools.size, heapMb };
    this.#tools.set(route, tool);
    this.send({ t: 'tool', tool: tool.number, digest, toolName, exportName, limits });
    return tool;
  }

  #write(head: FramePart, body: FramePart): void {
    if (this.#frames.add(head, body)) setImmediate(() => this.#onFlush(this.#frames.take()));
  }
}
