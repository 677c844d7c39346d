// Sends requests as swagger-client makes them of a document: node client.mjs. Each line of its input is one request to make, each line of its output tells
// that it was sent: {"error"} if the client could not make it.

import { createInterface } from 'node:readline';
import SwaggerClient from 'swagger-client';

const clients = new Map();

const clientFor = (document) => {
  const key = JSON.stringify(document);
  if (!clients.has(key)) clients.set(key, SwaggerClient({ spec: document }));
  return clients.get(key);
};

/** Files are base64 on the line. */
const withFiles = (body, files) =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      files.includes(name)
        ? Array.isArray(value)
          ? value.map((one) => new File([Buffer.from(one, 'base64')], name))
          : new File([Buffer.from(value, 'base64')], name)
        : value,
    ]),
  );

const sent = async ({ document, pathName, method, parameters, body, type, files = [], isBytes, secrets }) => {
  const client = await clientFor(document);
  const requestBody = isBytes ? Buffer.from(body, 'base64') : files.length > 0 ? withFiles(body, files) : body;
  await client.execute({
    pathName,
    method,
    parameters,
    ...(body !== undefined && { requestBody, requestContentType: type }),
    securities: { authorized: secrets ?? {} },
    // The answer does not matter.
    responseInterceptor: (response) => ({ ...response, ok: true }),
  });
  return {};
};

for await (const line of createInterface({ input: process.stdin })) {
  const answer = await sent(JSON.parse(line)).catch((error) => ({ error: String(error.message ?? error) }));
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
