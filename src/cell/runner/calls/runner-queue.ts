// Keeps the order of realm calls across all plugins of a runner. The broker assumes that the first call it sent without an outcome is
// the one that runs. So while a plugin's realm is being made, later calls of other plugins stay queued as well. Runs in a runner.

/** What this queue needs of a plugin's queue. */
interface QueueOfPlugin {
  /** Calls are suspended in its realm. */
  readonly hasSuspended: boolean;
  /** No call of another plugin may begin. */
  readonly isHeld: boolean;
}

/** What this queue needs of a call. */
interface QueuedCall {
  /** Queues it at its plugin. */
  queue(): void;
}

/** Hands calls to their plugins' queues. At most one plugin has queued calls at a time; the broker assumes that its first one runs. */
export class RunnerQueue {
  readonly #plugins = new Set<QueueOfPlugin>();
  /** Calls that were not yet handed to their plugin's queue. */
  readonly #calls: QueuedCall[] = [];
  #isPumping = false;

  addPlugin(plugin: QueueOfPlugin): void {
    this.#plugins.add(plugin);
  }

  /** True if calls are suspended in one of the realms. */
  get hasSuspended(): boolean {
    for (const plugin of this.#plugins) if (plugin.hasSuspended) return true;
    return false;
  }

  add(call: QueuedCall): void {
    this.#calls.push(call);
    this.pump();
  }

  /** Removes a call that was not yet handed on. */
  remove(call: QueuedCall): void {
    const at = this.#calls.indexOf(call);
    if (at !== -1) this.#calls.splice(at, 1);
  }

  /** Hands calls on, in order, while no plugin is held. Called again whenever a plugin's queue is empty. */
  pump(): void {
    if (this.#isPumping) return;
    this.#isPumping = true;
    while (this.#calls.length > 0 && !this.#isHeld()) (this.#calls.shift() as QueuedCall).queue();
    this.#isPumping = false;
  }

  #isHeld(): boolean {
    for (const plugin of this.#plugins) if (plugin.isHeld) return true;
    return false;
  }
}
