// What Redis does for answers, each in one step. The time is that of Redis, so the clocks of servers do not matter. A call is a hash: its
// fingerprint, its id, until when its server has it, and later the head and the result of its answer. Only the server whose call it is changes it.

/**
 * Begins a call, or finds the first one. KEYS: the call. ARGV: fingerprint, id, milliseconds for which the server has it, milliseconds for which it is
 * kept, and the most bytes of a head and of a result. Returns the state, the id of the first call, and its answer.
 */
export const BEGIN: string = `
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local known = redis.call('HMGET', KEYS[1], 'fingerprint', 'call', 'until')
if not known[1] then
  redis.call('HSET', KEYS[1], 'fingerprint', ARGV[1], 'call', ARGV[2], 'until', string.format('%.0f', now + ARGV[3]))
  redis.call('PEXPIRE', KEYS[1], ARGV[4])
  return {'first'}
end
if known[1] ~= ARGV[1] then return {'reused'} end
if known[3] then
  if tonumber(known[3]) > now then return {'running'} end
  return {'unknown'}
end
if redis.call('HSTRLEN', KEYS[1], 'head') > tonumber(ARGV[5]) then return {'unknown'} end
if redis.call('HSTRLEN', KEYS[1], 'result') > tonumber(ARGV[6]) then return {'unknown'} end
local answer = redis.call('HMGET', KEYS[1], 'head', 'result')
return {'answered', known[2], answer[1] or '', answer[2] or ''}`;

/** Goes before a change: leaves if the call is another server's, or has its answer already. ARGV: its id. */
const OWN = `
if redis.call('HGET', KEYS[1], 'call') ~= ARGV[1] or redis.call('HEXISTS', KEYS[1], 'until') == 0 then return 0 end`;

/** Keeps a call. ARGV: its id, milliseconds for which the server has it, milliseconds for which it is kept. Returns 1, or 0 if it is gone. */
export const RENEW: string = `${OWN}
local clock = redis.call('TIME')
redis.call('HSET', KEYS[1], 'until', string.format('%.0f', clock[1] * 1000 + math.floor(clock[2] / 1000) + ARGV[2]))
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1`;

/** Ends a call with its answer. ARGV: its id, milliseconds for which the answer is kept, head, result. */
export const KEEP: string = `${OWN}
redis.call('HSET', KEYS[1], 'head', ARGV[3], 'result', ARGV[4])
redis.call('HDEL', KEYS[1], 'until')
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1`;

export const RELEASE: string = `${OWN}
return redis.call('DEL', KEYS[1])`;
