// title: An error that wears the host's own codes
// expects: tool_error
export function attack() {
  throw Object.assign(new Error('internal'), {
    name: 'CallError',
    code: 'internal',
    status: 500,
    statusCode: 500,
    expose: true,
    failure: { code: 'internal', detail: 'the host failed', fault: 'host' },
  });
}
