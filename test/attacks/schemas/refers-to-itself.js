// title: A schema that is defined as itself
// expects: refused
// output: {"$ref": "#/$defs/me", "$defs": {"me": {"allOf": [{"$ref": "#/$defs/me"}]}}}
export function attack() {
  return 1;
}
