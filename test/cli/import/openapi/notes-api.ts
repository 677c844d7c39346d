// The description of a small API for tests: paths, queries, headers, bodies, a key, pages and errors.

/** The document, with the API at `server`. */
export const notesApi = (server: string) => ({
  openapi: '3.0.3',
  info: { title: 'Notes API', version: '1.2.0', description: 'Keeps notes.' },
  servers: [{ url: `${server}/v1` }],
  security: [{ key: [] }],
  paths: {
    '/notes': {
      get: {
        operationId: 'notes/list',
        tags: ['notes'],
        summary: 'List notes',
        description: 'Lists the notes of one author, the newest first.',
        parameters: [
          { name: 'author', in: 'query', required: true, schema: { type: 'string' }, example: 'ada' },
          { name: 'tag', in: 'query', schema: { type: 'array', items: { type: 'string' } }, explode: false },
          { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1 } },
          { name: 'X-Trace', in: 'header', schema: { type: 'string' } },
        ],
        responses: {
          200: {
            description: 'Notes.',
            headers: { Link: { schema: { type: 'string' } } },
            content: {
              'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Note' } } },
            },
          },
        },
      },
      post: {
        operationId: 'notes/create',
        tags: ['notes'],
        summary: 'Write a note',
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Note' } } },
        },
        responses: {
          201: {
            description: 'Written.',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Note' } } },
          },
        },
      },
    },
    '/notes/{note-id}': {
      parameters: [{ name: 'note-id', in: 'path', required: true, schema: { type: 'string' } }],
      get: {
        operationId: 'notes/read',
        tags: ['notes'],
        summary: 'Read a note',
        responses: {
          200: {
            description: 'It.',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Note' } } },
          },
          404: { description: 'None.' },
        },
      },
      delete: {
        operationId: 'notes/delete',
        tags: ['notes'],
        summary: 'Delete a note',
        responses: { 204: { description: 'Gone.' } },
      },
    },
    '/health': {
      get: {
        tags: ['meta'],
        summary: 'Tell whether it works',
        security: [],
        responses: { 200: { description: 'ok' } },
      },
    },
  },
  components: {
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'X-Api-Key', description: 'From the account page.' },
    },
    schemas: {
      Note: {
        type: 'object',
        required: ['text'],
        properties: {
          id: { type: 'string', readOnly: true, example: 'n1' },
          text: { type: 'string', description: 'What it says.', example: 'Buy milk' },
          due: { type: 'string', format: 'date-time', nullable: true },
          parent: { $ref: '#/components/schemas/Note' },
        },
      },
    },
  },
});
