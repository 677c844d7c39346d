-- Posts bodies from files, in turn, and prints one line of JSON with the latencies in microseconds. Runs in wrk:
-- wrk -s post.lua URL -- PAUSE-MS BODY-FILE...

local requests = {}
local turn = 0

function init(args)
  local headers = { ["Content-Type"] = "application/json" }
  -- Those of wrk's option -H.
  for name, value in pairs(wrk.headers) do headers[name] = value end
  local pause_ms = tonumber(args[1])
  -- wrk pauses if there is a function of this name.
  if pause_ms > 0 then
    delay = function() return pause_ms end
  end
  for at = 2, #args do
    local path = args[at]
    local file = assert(io.open(path, "rb"))
    requests[#requests + 1] = wrk.format("POST", nil, headers, file:read("*a"))
    file:close()
  end
end

function request()
  turn = turn % #requests + 1
  return requests[turn]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"calls":%d,"durationUs":%d,"errors":%d,"p50Us":%d,"p99Us":%d}\n',
    summary.requests,
    summary.duration,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout,
    latency:percentile(50),
    latency:percentile(99)
  ))
end
