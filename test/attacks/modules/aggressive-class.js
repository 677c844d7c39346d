// title: A tool that is a class and cannot be called
// expects: tool_error
export class attack {
  constructor() {
    for (;;);
  }
}
