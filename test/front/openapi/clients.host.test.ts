// A client that knows OpenAPI and nothing else of this server calls every shipped tool that needs no grant.

import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'chai';
import type { CallLogEntry } from '../../../src/front/http/call-log.ts';
import { type Host, startHost } from '../../../src/server/host.ts';
import { SHARED_CACHE } from '../../support/cache.ts';
import { definedMembers, untilLogged } from '../../support/call-log.ts';
import { PLAIN_EXAMPLES, PLUGINS_FOLDER } from '../../support/examples.ts';
import { callTool, testConfig } from '../../support/host.ts';

interface Operation {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> };
  readonly responses: Readonly<
    Record<string, { readonly $ref?: string; readonly content?: Readonly<Record<string, { readonly schema: object }>> }>
  >;
}

interface Document {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** Calls operations by their ids. Throws if a request or an answer does not fit its schema. */
class OpenApiClient {
  readonly #source: URL;
  readonly #document: Document;
  readonly #ajv = new Ajv2020({ strict: false });
  readonly #operations: ReadonlyMap<
    string,
    { readonly path: string; readonly method: string; readonly operation: Operation }
  >;

  private constructor(source: URL, document: Document) {
    this.#source = source;
    this.#document = document;
    (addFormats as unknown as (to: Ajv2020) => void)(this.#ajv);
    this.#ajv.addSchema({ ...document, $id: source.href });
    this.#operations = new Map(
      Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => [operation.operationId, { path, method, operation }]),
      ),
    );
  }

  static async open(address: string): Promise<OpenApiClient> {
    const source = new URL(address);
    return new OpenApiClient(source, (await (await fetch(source)).json()) as Document);
  }

  get operationIds(): readonly string[] {
    return [...this.#operations.keys()];
  }

  async call(
    operationId: string,
    body?: unknown,
  ): Promise<{ readonly status: number; readonly value: unknown; readonly callId: string }> {
    const found = this.#operations.get(operationId);
    if (!found) throw new Error(`There is no operation ${operationId}.`);
    const { path, method, operation } = found;
    const [type = '', media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
    if (media) this.#check(media.schema, body);
    const base = new URL(this.#document.servers[0]?.url ?? '/', this.#source);
    const reply = await fetch(new URL(path.slice(1), base), {
      method: method.toUpperCase(),
      ...(media && { headers: { 'content-type': type }, body: JSON.stringify(body) }),
    });
    const value: unknown = await reply.json();
    const answer = this.#answerOf(operation, reply.status);
    this.#check(answer.content?.[reply.headers.get('content-type') ?? '']?.schema ?? false, value);
    return { status: reply.status, value, callId: reply.headers.get('toolcell-call-id') ?? '' };
  }

  #answerOf({ responses }: Operation, status: number): Operation['responses'][string] {
    const answer = responses[status] ?? responses[`${Math.floor(status / 100)}XX`];
    if (answer?.$ref === undefined) return answer ?? {};
    const segments = answer.$ref.slice(2).split('/');
    return segments.reduce<unknown>(
      (part, name) => (part as Record<string, unknown>)[name],
      this.#document,
    ) as Operation['responses'][string];
  }

  /** References count from the root of the document. */
  #check(schema: object | boolean, value: unknown): void {
    const text = JSON.stringify(schema).replaceAll('"$ref":"#/', `"$ref":"${this.#source.href}#/`);
    if (!this.#ajv.validate(JSON.parse(text), value)) throw new Error(this.#ajv.errorsText());
  }
}

describe('a client that reads /openapi.json of a server', function () {
  this.timeout(120_000);
  const log: CallLogEntry[] = [];
  let host: Host;
  let folder: string;
  let client: OpenApiClient;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'toolcell-openapi-'));
    cpSync(PLUGINS_FOLDER, folder, { recursive: true, filter: (path) => !path.endsWith('toolcell.lock') });
    host = await startHost({
      config: testConfig(folder),
      searchPath: process.env.PATH ?? '',
      ...SHARED_CACHE,
      onCall: (entry) => log.push(definedMembers(entry)),
      onGuestLog: () => {},
    });
    client = await OpenApiClient.open(`${host.url}/openapi.json`);
  });
  after(async () => {
    await host.close();
    rmSync(folder, { recursive: true });
  });

  it('finds the tools of the list, and no other', async () => {
    const { tools } = (await (await fetch(`${host.url}/mcp/metadata`)).json()) as { tools: { name: string }[] };
    const names = client.operationIds.filter((id) => !id.includes('.'));
    expect(names).to.deep.equal(tools.map(({ name }) => name));
  });

  it('calls the example of every tool, with the result of the other route', async () => {
    for (const { tool, arguments: args, result } of PLAIN_EXAMPLES) {
      const { status, value } = await client.call(tool, args);
      expect({ status, value }, tool).to.deep.equal({ status: 200, value: result });
      expect((await callTool(host.url, tool, args as object)).body, tool).to.deep.equal(result);
    }
  });

  it('reads a failure as a problem, which the log has too', async () => {
    const [{ tool = '' } = {}] = PLAIN_EXAMPLES;
    const reply = await fetch(`${host.url}/tools/${tool}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '[]',
    });
    expect([reply.status, ((await reply.json()) as { code: string }).code]).to.deep.equal([400, 'invalid_request']);
    await untilLogged(log, reply);
    expect(log.find(({ callId }) => callId === reply.headers.get('toolcell-call-id'))).to.include({
      code: 'invalid_request',
      path: `/tools/${tool}`,
    });
  });

  it('asks for the health of the server', async () => {
    expect((await client.call('toolcell.healthz')).status).to.equal(200);
    expect((await client.call('toolcell.readyz')).status).to.equal(200);
    expect((await client.call('toolcell.metadata')).status).to.equal(200);
  });
});
