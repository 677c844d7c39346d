// Stands in for the transport of MCP's SDK over standard streams: its other end is the client of the call. Runs inside the isolate, as part of the packed entry.

import { attachServer, type Message, toClient } from './endpoint.ts';

export class StdioServerTransport {
  onmessage?: (message: Message, extra?: object) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  sessionId?: string;

  async start(): Promise<void> {
    attachServer((message) => this.onmessage?.(message, {}));
  }

  async send(message: Message): Promise<void> {
    toClient(message);
  }

  async close(): Promise<void> {
    this.onclose?.();
  }
}
