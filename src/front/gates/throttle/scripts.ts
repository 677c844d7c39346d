// What Redis does for quotas, each in one step. The time is that of Redis, so the clocks of servers do not matter. A bucket is a hash of its level
// and of the time at which it had it; places are a sorted set of calls, each until it has to be renewed.

const LEVEL = `
local clock = redis.call('TIME')
local now = clock[1] * 1000 + clock[2] / 1000
local function levelOf(key, most, perMs)
  local known = redis.call('HMGET', key, 'level', 'at')
  if not known[1] then return most end
  return math.min(most, tonumber(known[1]) + math.max(0, now - tonumber(known[2])) * perMs)
end
local function keep(key, most, perMs, level)
  redis.call('HSET', key, 'level', string.format('%.6f', level), 'at', string.format('%.3f', now))
  -- A debt may take longer than any time that Redis knows.
  redis.call('PEXPIRE', key, string.format('%.0f', math.min((most - level) / perMs + 1000, 1e15)))
end`;

/**
 * Takes what a call needs, or nothing. KEYS: one for each need. ARGV: the call, the milliseconds for which it keeps a place, and for each need its
 * kind, the most, what comes in each millisecond, the least that must be there, and what is taken. Returns 1 and the levels, or 0, the place of the
 * need that was not met, and its level.
 */
export const TAKE: string = `${LEVEL}
local levels = {}
for at, key in ipairs(KEYS) do
  local first = 3 + (at - 1) * 5
  local most = tonumber(ARGV[first + 1])
  if ARGV[first] == 'places' then
    redis.call('ZREMRANGEBYSCORE', key, '-inf', now)
    levels[at] = redis.call('ZCARD', key)
    if levels[at] >= most then return {0, at, tostring(levels[at])} end
  else
    levels[at] = levelOf(key, most, tonumber(ARGV[first + 2]))
    if levels[at] < tonumber(ARGV[first + 3]) then return {0, at, string.format('%.6f', levels[at])} end
  end
end
local answer = {1}
for at, key in ipairs(KEYS) do
  local first = 3 + (at - 1) * 5
  if ARGV[first] == 'places' then
    redis.call('ZADD', key, now + ARGV[2], ARGV[1])
    redis.call('PEXPIRE', key, ARGV[2])
    answer[at + 1] = '0'
  else
    local level = levels[at] - ARGV[first + 4]
    keep(key, tonumber(ARGV[first + 1]), tonumber(ARGV[first + 2]), level)
    answer[at + 1] = string.format('%.6f', level)
  end
end
return answer`;

/** Takes an amount, even if a debt is left. KEYS: the bucket. ARGV: the most, what comes in each millisecond, the amount. Returns the level. */
export const CHARGE: string = `${LEVEL}
local most, perMs = tonumber(ARGV[1]), tonumber(ARGV[2])
local level = math.min(most, levelOf(KEYS[1], most, perMs) - ARGV[3])
keep(KEYS[1], most, perMs, level)
return string.format('%.6f', level)`;

/** Renews the places of calls. KEYS: a set of places for each call. ARGV: the milliseconds for which they keep them, then the calls. */
export const RENEW: string = `${LEVEL}
for at, key in ipairs(KEYS) do
  redis.call('ZADD', key, 'XX', now + ARGV[1], ARGV[at + 1])
  redis.call('PEXPIRE', key, ARGV[1])
end
return 1`;
