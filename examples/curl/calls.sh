#!/bin/sh
# Lists tools, calls one, asks for the list again with its ETag, reads a failure and a receipt. Needs curl 7.84 or later.
set -eu

url=${TOOLCELL_URL:-http://127.0.0.1:3000}
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

# The header with the key is in a file of our own, so that no list of processes shows it.
: > "$work/headers"
chmod 600 "$work/headers"
if [ -n "${TOOLCELL_KEY:-}" ]; then printf 'X-API-Key: %s\n' "$TOOLCELL_KEY" > "$work/headers"; fi

ask() { curl -sS --max-time 30 -H "@$work/headers" "$@"; }
call() { ask "$url/mcp/callTool" -H 'Content-Type: application/json' "$@"; }

echo '# The list, and its ETag'
etag=$(ask -o "$work/list.json" -w '%header{etag}' "$url/mcp/metadata")
echo "$(wc -c < "$work/list.json") bytes"

echo '# The list again: 304 if nothing has changed'
ask -o /dev/null -w '%{http_code}\n' -H "If-None-Match: $etag" "$url/mcp/metadata"

echo '# A call'
call -d '{"toolName": "slugify", "arguments": {"input": "Hello, World"}}'
echo

echo '# A call that fails: status 422, and what was wrong'
call -w '\n%{http_code}\n' -d '{"toolName": "slugify", "arguments": {"inputs": "Hello, World"}}'

echo '# A call with a receipt'
id=$(call -o /dev/null -w '%header{toolcell-call-id}' -H 'Prefer: receipt' -d '{"toolName": "slugify", "arguments": {"input": "Hello, World"}}')
ask "$url/calls/$id"
echo
