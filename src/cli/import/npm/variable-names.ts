// Tells by its name what a variable of a server's environment is for. Runs on the author's machine.

/** Names that libraries read for themselves. */
const NOT_OF_SERVERS =
  /^(?:NODE_|npm_|NO_DEPRECATION$|TRACE_DEPRECATION$|DEBUG|DOTENV_|FORCE_COLOR$|NO_COLOR$|COLORTERM$|TERM|CI$|HOME$|USER|PATH$|PWD$|SHELL$|LANG|LC_|TZ$|TMPDIR$|TEMP$|TMP$|XDG_|APPDATA$|LOCALAPPDATA$|WSL|https?_proxy$|no_proxy$|all_proxy$|OTEL_|SENTRY_(?:DSN|ENVIRONMENT|RELEASE|TRACES)|VERCEL|AWS_LAMBDA|FUNCTION_|K_SERVICE|JEST_|VITEST|UNDICI_|READABLE_STREAM|YARGS|WS_NO_|GITHUB_ACTIONS$|constructor$|toString$|then$|[a-z]+$)/i;
const SECRET_NAME =
  /(?:^|_)(?:API_?KEY|KEY|TOKEN|SECRET|PASSWORD|PASS|PAT|CREDENTIALS?|AUTH|BEARER)(?:_|$)|(?:APIKEY|TOKEN|SECRET|PASSWORD)$/i;
/** Names of files, switches and lists that only sound like secrets. */
const NO_SECRET =
  /(?:_FILE|_PATH|_URL|_TTL|_NAME|_ENABLED|_EXPIRY|_SCOPES?|_SECONDS|_MS|_COUNT|_LIMIT|_HEADER|_TYPE|_PREFIX)S?$|^(?:USE|ENABLE|DISABLE|REQUIRE)_|PUBLIC_KEY|MAX_TOKENS/i;
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]{0,99}$/;
const SECRET_FORM = /^[A-Z][A-Z0-9_]{0,63}$/;

/** True if a variable's name says that its value is a secret. */
export const isSecretName = (name: string): boolean =>
  SECRET_FORM.test(name) && SECRET_NAME.test(name) && !NO_SECRET.test(name);

/** True if a server reads the variable for itself, and not one of its libraries. */
export const isOfServer = (name: string): boolean => VARIABLE.test(name) && !NOT_OF_SERVERS.test(name);
