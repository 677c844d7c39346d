// Writes the files of the workerd peers into a folder: a configuration in Cap'n Proto's text format, and the main module.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toolNames } from './tool-folder.ts';

const COMPATIBILITY_DATE = '2026-01-01';

/** Configures one warm worker with all tools, which keeps state between calls. Returns the configuration's path. */
export const writeWarmConfig = (folder: string, port: number): string => {
  const names = toolNames(folder);
  const imports = names.map((name) => `import { ${name} } from './${name}.mjs';`).join('\n');
  const main = `${imports}
const tools = { ${names.join(', ')} };
export default {
  async fetch(request) {
    const { toolName, arguments: args } = await request.json();
    return Response.json(tools[toolName](args));
  },
};
`;
  writeFileSync(join(folder, 'workerd-warm.mjs'), main);
  const modules = [
    '(name = "main.mjs", esModule = embed "workerd-warm.mjs")',
    ...names.map((name) => `(name = "${name}.mjs", esModule = embed "${name}.mjs")`),
  ];
  return writeConfig(folder, 'workerd-warm.capnp', { modules, bindings: [], port });
};

/** Configures a worker that loads the tool into a fresh dynamic worker for every call. Returns the configuration's path. */
export const writeFreshConfig = (folder: string, port: number): string => {
  const names = toolNames(folder);
  const imports = names.map((name) => `import ${name} from './${name}.txt';`).join('\n');
  const main = `${imports}
const sources = { ${names.join(', ')} };
const mainOf = (toolName) => \`import { \${toolName} as tool } from './tool.mjs';
export default { async fetch(request) { return Response.json(tool(await request.json())); } };\`;
export default {
  async fetch(request, env) {
    const { toolName, arguments: args } = await request.json();
    const worker = env.LOADER.load({
      compatibilityDate: '${COMPATIBILITY_DATE}',
      mainModule: 'main.mjs',
      modules: { 'main.mjs': { js: mainOf(toolName) }, 'tool.mjs': { js: sources[toolName] } },
      globalOutbound: null,
    });
    const init = { method: 'POST', body: JSON.stringify(args) };
    return worker.getEntrypoint().fetch('http://tool/', init);
  },
};
`;
  writeFileSync(join(folder, 'workerd-fresh.mjs'), main);
  const modules = [
    '(name = "main.mjs", esModule = embed "workerd-fresh.mjs")',
    ...names.map((name) => `(name = "${name}.txt", text = embed "${name}.mjs")`),
  ];
  return writeConfig(folder, 'workerd-fresh.capnp', {
    modules,
    bindings: ['(name = "LOADER", workerLoader = ())'],
    port,
  });
};

const writeConfig = (
  folder: string,
  fileName: string,
  parts: { readonly modules: readonly string[]; readonly bindings: readonly string[]; readonly port: number },
): string => {
  const file = join(folder, fileName);
  writeFileSync(
    file,
    `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [(name = "main", worker = .main)],
  sockets = [(name = "http", address = "127.0.0.1:${parts.port}", http = (), service = "main")],
);

const main :Workerd.Worker = (
  modules = [
    ${parts.modules.join(',\n    ')}
  ],
  bindings = [${parts.bindings.join(', ')}],
  compatibilityDate = "${COMPATIBILITY_DATE}",
);
`,
  );
  return file;
};
