// title: A reference to a schema on another machine
// expects: refused
// output: {"$ref": "http://169.254.169.254/latest/meta-data"}
export function attack() {
  return 1;
}
