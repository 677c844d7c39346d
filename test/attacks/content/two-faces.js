// title: A block that is another one each time it is written
// expects: invalid_result
// content: yes
export function attack() {
  let reads = 0;
  const toJSON = () => {
    reads += 1;
    return reads % 2 === 0 ? { type: 'text', text: '' } : { type: 'text', text: '', html: '<script>' };
  };
  return { content: [{ toJSON }] };
}
