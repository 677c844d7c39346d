// Reads a stream of events (text/event-stream), as the HTML standard parses them, from parts of any size.

/** An event with its name, and its data as text. */
export interface StreamEvent {
  readonly name: string;
  readonly data: string;
}

/** Makes events of the text of a stream. Names of events and data are read, `id` and `retry` are not. */
export class EventParser {
  readonly #mostCharacters: number;
  /** The line that has not ended, and the characters of the event that has not. */
  #line = '';
  #held = 0;
  #name = '';
  #data: string[] = [];
  #endsInReturn = false;

  /** `mostCharacters`: of one event. */
  constructor(mostCharacters: number) {
    this.#mostCharacters = mostCharacters;
  }

  /** The events that end in this part of the text. Undefined if an event is too long; nothing can be read after that. */
  push(part: string): readonly StreamEvent[] | undefined {
    if (part === '') return [];
    // A carriage return and a line feed are one line break, even if they come in two parts.
    const text = this.#endsInReturn && part.startsWith('\n') ? part.slice(1) : part;
    this.#endsInReturn = part.endsWith('\r');
    const lines = text.split(/\r\n|\r|\n/);
    const last = lines.pop() ?? '';
    const events: StreamEvent[] = [];
    for (const line of lines) {
      const whole = this.#line + line;
      this.#line = '';
      const event = this.#take(whole);
      if (event !== undefined) events.push(event);
      if (this.#held > this.#mostCharacters) return undefined;
    }
    this.#line += last;
    return this.#held + this.#line.length > this.#mostCharacters ? undefined : events;
  }

  /** Takes a whole line. An empty one ends an event; an event without data is none. */
  #take(line: string): StreamEvent | undefined {
    if (line === '') {
      const event = { name: this.#name || 'message', data: this.#data.join('\n') };
      const isEvent = this.#data.length > 0;
      this.#name = '';
      this.#data = [];
      this.#held = 0;
      return isEvent ? event : undefined;
    }
    const [, field, value = ''] = /^(event|data)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === 'event') this.#name = value;
    else if (field === 'data') this.#data.push(value);
    else return undefined;
    this.#held += line.length;
    return undefined;
  }
}
