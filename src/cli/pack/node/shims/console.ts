// `console` of Node: that of a tool, whose lines are lines of the log. Runs inside the isolate, as part of the packed entry.

export default Object.assign(Object.create(console) as Console, {
  Console: function Console() {
    return console;
  },
});
