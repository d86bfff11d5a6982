import { readFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { root } from '../run-tool.ts';

type Table = { file: string; rows: object };
export type VersionTables = {
  handlers: Table;
  commands: Table;
  /** The version whose rows it takes over where it has none of its own. */
  elder?: { handlers: Table; commands: Table };
};

/** Who implements what: the registered tables say what is there, their sources in which file it stands, from package.json on. */
export async function readSources({ handlers, commands, elder }: VersionTables): Promise<{
  handlerOf(action: string): string | undefined;
  commandsOf(action: string): string[];
}> {
  const handlerFiles = new Map([
    ...(elder === undefined ? [] : await filesOfRows(elder.handlers)),
    ...(await filesOfRows(handlers)),
  ]);
  const own = new Map(await filesOfRows(commands));
  const taken = elder === undefined ? [] : await filesOfRows(elder.commands);
  const commandFiles = new Set([...own.values(), ...taken.filter(([name]) => !own.has(name)).map(([, file]) => file)]);
  const calls = await callsIn([...commandFiles]);
  return {
    handlerOf: (action) => (action in handlers.rows ? handlerFiles.get(action) : undefined),
    commandsOf: (action) => calls.get(action) ?? [],
  };
}

/** Each row of a table whose value was imported, with the file it came from; what a version lacks has none. */
async function filesOfRows({ file, rows }: Table): Promise<[string, string][]> {
  const source = await readFile(join(root, file), 'utf8');
  const imported = new Map(
    [...source.matchAll(/^import \{([^}]*)\} from '(\.[^']+)'/gm)].flatMap(([, names = '', from = '']) =>
      names.split(',').map((name) => [name.trim(), beside(file, from)] as const),
    ),
  );
  return [...source.matchAll(/^ {2}(?:'?([\w-]+)'?: )?(\w+)\b/gm)].flatMap(([, name, value = '']) => {
    const row = name ?? value;
    const from = imported.get(value);
    return from !== undefined && value !== 'missing' && row in rows ? [[row, from] satisfies [string, string]] : [];
  });
}

/** The messages that are sent by these files or by what they import, each with the files that name it. */
async function callsIn(files: readonly string[]): Promise<Map<string, string[]>> {
  const calls = new Map<string, string[]>();
  const seen = new Set(files);
  for (const file of seen) {
    const source = await readFile(join(root, file), 'utf8');
    for (const action of new Set([...source.matchAll(/\bcall\(\s*'(\w+)'/g)].map(([, name = '']) => name)))
      calls.set(action, [...(calls.get(action) ?? []), file]);
    // A set that grows while it is walked is walked to its end.
    for (const [, from = ''] of source.matchAll(/^import (?!type)[^;]*? from '(\.[^']+)'/gm))
      seen.add(beside(file, from));
  }
  return calls;
}

function beside(file: string, from: string): string {
  return posix.join(dirname(file), from);
}
