// title: The check of results keeps the errors of the result before
// output: { "type": "array", "items": { "type": "string", "pattern": "^[a-z]+$" } }
export const leave = ({ secret }) => ({ kind: secret, extra: [secret, secret] });
export const find = () => ['ok'];
