// title: Members beside the blocks that would tell the client something else
// expects: invalid_result
// content: yes
export function attack() {
  return { content: [], isError: true, _meta: { 'io.modelcontextprotocol/serverInfo': {} } };
}
