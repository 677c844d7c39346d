-- Does one ask of one namespace of the store, whole or not at all. Runs in Redis or Valkey, which run one script at a time.
--
-- A namespace is four keys with one hash tag:
--   values    key -> JSON text
--   entries   key -> 'version:expiresAt:bytes', and two totals under names that no key can have
--   names     all keys with score 0, thereby ordered by their bytes
--   expiry    keys that expire, by the millisecond
-- ARGV: the ask's name, then what the branches below take. Replies: 'given' ..., 'conflict', 'overQuota' limit wanted, or
-- 'again' where so much has expired that clearing it away takes another run.

local values, entries, names, expiry = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local BYTES, EXPIRING = '', '\1'
local PURGED_AT_A_TIME = 500
local GRACE_MS = 60000

local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)

local function whole(number) return string.format('%.0f', number) end

local function total(name) return tonumber(redis.call('HGET', entries, name) or '0') end

local function wipe() redis.call('DEL', values, entries, names, expiry) end

-- A server that is told to evict takes single keys away. What is left of a namespace is then no namespace.
local function wipe_what_was_evicted()
  local count = redis.call('ZCARD', names)
  if redis.call('HLEN', values) ~= count
    or redis.call('HLEN', entries) ~= (count > 0 and count + 2 or 0)
    or redis.call('ZCARD', expiry) ~= total(EXPIRING) then wipe() end
end

local function find(key)
  local packed = redis.call('HGET', entries, key)
  if not packed then return nil end
  local version, expires, bytes = string.match(packed, '^([^:]*):(%d*):(%d+)$')
  return { version = version, expires = expires, bytes = tonumber(bytes) }
end

local function remove(key, entry)
  redis.call('HDEL', values, key)
  redis.call('HDEL', entries, key)
  redis.call('ZREM', names, key)
  redis.call('HINCRBY', entries, BYTES, whole(-entry.bytes))
  if entry.expires ~= '' then
    redis.call('ZREM', expiry, key)
    redis.call('HINCRBY', entries, EXPIRING, -1)
  end
end

-- Removes some of what has expired; true where there is more.
local function purge()
  local due = redis.call('ZRANGEBYSCORE', expiry, '-inf', whole(now), 'LIMIT', 0, PURGED_AT_A_TIME)
  for _, key in ipairs(due) do remove(key, find(key)) end
  return #due == PURGED_AT_A_TIME
end

-- The namespace goes by itself once all of it has expired, and leaves nothing when it is empty.
local function settle()
  local count = redis.call('ZCARD', names)
  if count == 0 then return wipe() end
  local last
  if redis.call('ZCARD', expiry) == count then last = redis.call('ZRANGE', expiry, -1, -1, 'WITHSCORES')[2] end
  for _, key in ipairs(KEYS) do
    if last then redis.call('PEXPIREAT', key, whole(tonumber(last) + GRACE_MS)) else redis.call('PERSIST', key) end
  end
end

-- The entry under a key, unless it has expired: it is then removed.
local function live(key)
  local entry = find(key)
  if entry and entry.expires ~= '' and tonumber(entry.expires) <= now then
    remove(key, entry)
    settle()
    return nil
  end
  return entry
end

local asks = {}

function asks.get(key)
  local entry = live(key)
  if not entry then return { 'given' } end
  return { 'given', entry.version, entry.expires, redis.call('HGET', values, key) }
end

-- After 'given' comes 1 where there is more than `most` entries or `most_bytes` of keys.
function asks.list(from, to, most, most_bytes)
  if purge() then return { 'again' } end
  settle()
  local reply = { 'given', 0 }
  local bytes = 0
  for at, key in ipairs(redis.call('ZRANGEBYLEX', names, from, to, 'LIMIT', 0, most + 1)) do
    bytes = bytes + #key
    if at > tonumber(most) or bytes > tonumber(most_bytes) then
      reply[2] = 1
      break
    end
    local entry = find(key)
    reply[#reply + 1] = { key, entry.version, entry.expires }
  end
  return reply
end

-- `condition`: '' for none, '-' where nothing may be, '=' and the version that must be there.
local function fits(entry, condition)
  if condition == '' then return true end
  if condition == '-' then return not entry end
  return entry ~= nil and '=' .. entry.version == condition
end

function asks.delete(key, condition)
  local entry = live(key)
  if not fits(entry, condition) then return { 'conflict' } end
  if not entry then return { 'given', 0 } end
  purge()
  remove(key, entry)
  settle()
  return { 'given', 1 }
end

function asks.set(key, condition, version, value, ttl, most_bytes, most_keys)
  local entry = live(key)
  if not fits(entry, condition) then return { 'conflict' } end
  local more = purge()
  local bytes = #key + #value
  local grown = bytes - (entry and entry.bytes or 0)
  local wanted = total(BYTES) + grown
  local keys = redis.call('ZCARD', names) + (entry and 0 or 1)
  local limit
  if not entry and keys > tonumber(most_keys) then limit = { 'overQuota', 'storeKeys', keys }
  elseif grown > 0 and wanted > tonumber(most_bytes) then limit = { 'overQuota', 'storeBytes', whole(wanted) } end
  if limit then
    settle()
    return more and { 'again' } or limit
  end
  if entry then remove(key, entry) end
  local expires = ''
  if ttl ~= '' then
    expires = whole(now + tonumber(ttl))
    redis.call('ZADD', expiry, expires, key)
  end
  redis.call('HSET', values, key, value)
  redis.call('HSET', entries, key, version .. ':' .. expires .. ':' .. bytes)
  redis.call('ZADD', names, 0, key)
  redis.call('HINCRBY', entries, BYTES, bytes)
  redis.call('HINCRBY', entries, EXPIRING, ttl ~= '' and 1 or 0)
  settle()
  return { 'given', version, expires }
end

wipe_what_was_evicted()
return asks[ARGV[1]](unpack(ARGV, 2))
