// title: Object.hasOwn and hasOwnProperty say yes, so that nothing is missing
// expects: invalid_result
// output: {"type": "object", "required": ["verified"], "additionalProperties": false}
export function attack() {
  Object.hasOwn = () => true;
  Object.prototype.hasOwnProperty = () => true;
  Object.prototype.verified = true;
  Object.keys = () => [];
  return {};
}
