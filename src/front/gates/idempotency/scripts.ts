// What Redis does for answers, each in one step. The time is that of Redis, so the clocks of servers do not matter. A call is a hash: its
// fingerprint, its id, until when its server has it, and later the head and the result of its answer. Only the server whose call it is changes it.
//
// Each script gets three KEYS: the call, and of its caller the calls by their ends (a sorted set) and by their bytes (a hash, with the sum as `total`).
// The last two bound what one caller keeps. If Redis loses one of them, the caller has more room for a while.

import { ENTRY_BYTES } from './memory.ts';

/** Reads the clock, and notes the bytes and the end of a call with its caller; without bytes, that it is gone. */
const OF_CALLER = `
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local function note(call, bytes, ms)
  local before = tonumber(redis.call('HGET', KEYS[3], call) or '0')
  if bytes then
    redis.call('HSET', KEYS[3], call, bytes)
    redis.call('ZADD', KEYS[2], string.format('%.0f', now + ms), call)
  else
    redis.call('HDEL', KEYS[3], call)
    redis.call('ZREM', KEYS[2], call)
  end
  redis.call('HINCRBY', KEYS[3], 'total', (bytes or 0) - before)
  if redis.call('ZCARD', KEYS[2]) == 0 then redis.call('DEL', KEYS[3]) end
end
local function live(ms)
  for at = 2, 3 do
    if redis.call('PTTL', KEYS[at]) < tonumber(ms) then redis.call('PEXPIRE', KEYS[at], ms) end
  end
end`;

/**
 * Begins a call, or finds the first one. ARGV: fingerprint, id, milliseconds for which the server has it, milliseconds for which it is kept, the most
 * bytes of a head and of a result, the bytes that it reserves, and those that one caller may have. Returns the state, the id of the first call, and its
 * answer; if the caller has its share, the milliseconds until there may be room.
 */
export const BEGIN: string = `${OF_CALLER}
local known = redis.call('HMGET', KEYS[1], 'fingerprint', 'call', 'until')
if not known[1] then
  for _, call in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', string.format('%.0f', now), 'LIMIT', 0, 1000)) do note(call) end
  if tonumber(redis.call('HGET', KEYS[3], 'total') or '0') + ARGV[7] > tonumber(ARGV[8]) then
    local last = redis.call('ZREVRANGE', KEYS[2], 0, 0)[1]
    if last and redis.call('HGET', KEYS[3], last) == ARGV[7] then return {'full', '0'} end
    local first = redis.call('ZRANGE', KEYS[2], 0, 0, 'WITHSCORES')
    return {'full', string.format('%.0f', (first[2] or now) - now)}
  end
  redis.call('HSET', KEYS[1], 'fingerprint', ARGV[1], 'call', ARGV[2], 'until', string.format('%.0f', now + ARGV[3]))
  redis.call('PEXPIRE', KEYS[1], ARGV[4])
  note(KEYS[1], ARGV[7], ARGV[4])
  live(ARGV[4])
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
if redis.call('HGET', KEYS[1], 'call') ~= ARGV[1] or redis.call('HEXISTS', KEYS[1], 'until') == 0 then return 0 end
${OF_CALLER}`;

/** Keeps a call. ARGV: its id, milliseconds for which the server has it, milliseconds for which it is kept. Returns 1, or 0 if it is gone. */
export const RENEW: string = `${OWN}
redis.call('HSET', KEYS[1], 'until', string.format('%.0f', now + ARGV[2]))
redis.call('PEXPIRE', KEYS[1], ARGV[3])
note(KEYS[1], redis.call('HGET', KEYS[3], KEYS[1]) or 0, ARGV[3])
live(ARGV[3])
return 1`;

/** Ends a call with its answer. ARGV: its id, milliseconds for which the answer is kept, head, result. */
export const KEEP: string = `${OWN}
redis.call('HSET', KEYS[1], 'head', ARGV[3], 'result', ARGV[4])
redis.call('HDEL', KEYS[1], 'until')
redis.call('PEXPIRE', KEYS[1], ARGV[2])
note(KEYS[1], ${ENTRY_BYTES} + #ARGV[3] + #ARGV[4], ARGV[2])
live(ARGV[2])
return 1`;

export const RELEASE: string = `${OWN}
note(KEYS[1])
return redis.call('DEL', KEYS[1])`;
