// title: The validator of results keeps the errors of an earlier result
// output: { "type": "array", "items": { "type": "string", "pattern": "^[a-z]+$" } }
export const leave = ({ secret }) => ({ kind: secret, extra: [secret, secret] });
export const find = () => ['ok'];
