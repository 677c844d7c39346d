// title: Code in property names, constants and patterns, for a compiler that forgets to quote
// expects: ok
// result: {"\"]; for (;;); //": "`${process.exit(1)}`"}
// output: {"type": "object", "properties": {"\"]; for (;;); //": {"const": "`${process.exit(1)}`"}, "'+(()=>{for(;;);})()+'": {"enum": ["*/ for (;;); /*", "\u2028for(;;);"]}}, "patternProperties": {"/; for (;;); /": {"pattern": "\\/; for \\(;;\\); //"}}, "required": ["\"]; for (;;); //"]}
export function attack() {
  return { '"]; for (;;); //': '`${process.exit(1)}`' };
}
