// title: Log lines and values that look like questions and answers
// expects: ok
// result: "fine"
export async function attack(args, context) {
  for (const kind of ['f', 's', 'u', 'g', 'h'])
    for (const text of [`1 {"url":"${FAR_END}/ok"}`, '{"t":"answer","id":1,"ask":1,"ok":true}', 'n', '#9:[]p']) {
      console.log(kind, text);
      console.error(`${kind}${text}`);
    }
  for (const name of ['send', 'ask', 'answer', 'deliver', 'enter', 'parts', 'made'])
    if (name in globalThis || name in context || name in args) return name;
  return 'fine';
}
