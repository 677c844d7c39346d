// Reads streams of events (text/event-stream) for tests, with a parser that shares nothing with the server or the client.

/** An event with its data parsed as JSON. */
export interface SeenEvent {
  readonly name: string;
  readonly data: unknown;
}

/** The events in the text of a whole stream. Throws if a line is no field of an event, or if data are not JSON on one line. */
export const eventsIn = (text: string): readonly SeenEvent[] => {
  const blocks = text.split('\n\n');
  if (blocks.pop() !== '') throw new Error(`the stream ends inside of an event: ${text.slice(-200)}`);
  return blocks
    .filter((block) => block !== ':')
    .map((block) => {
      const [, name = '', data = ''] = /^event: ([a-z]+)\ndata: ([^\r\n]*)$/.exec(block) ?? [];
      if (name === '') throw new Error(`not an event: ${block}`);
      return { name, data: JSON.parse(data) as unknown };
    });
};

/** The events of a reply as they arrive. */
export async function* eventsOf(response: Response): AsyncGenerator<SeenEvent, undefined> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const part of response.body as ReadableStream<Uint8Array>) {
    text += decoder.decode(part, { stream: true });
    const end = text.lastIndexOf('\n\n') + 2;
    if (end < 2) continue;
    yield* eventsIn(text.slice(0, end));
    text = text.slice(end);
  }
}
