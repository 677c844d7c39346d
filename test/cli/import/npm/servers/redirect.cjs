// Leads every connection of a server that Node runs to the fake upstream, whatever host it names. Loaded before the server.

const { Socket } = require('node:net');

const port = Number(process.env.FAKE_UPSTREAM_PORT);
const { connect } = Socket.prototype;

Socket.prototype.connect = function redirected(...values) {
  // Node's own callers pass the options and the listener as one marked array.
  const isMarked = Array.isArray(values[0]);
  const [options, listener] = isMarked ? values[0] : values;
  if (typeof options !== 'object' || options.path) return connect.apply(this, values);
  const led = { ...options, host: '127.0.0.1', port, servername: options.servername ?? options.host };
  if (!isMarked) return connect.call(this, led, ...values.slice(1));
  values[0][0] = led;
  return connect.call(this, values[0], listener);
};
