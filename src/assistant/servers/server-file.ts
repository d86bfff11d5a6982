import { z } from 'zod';
import { SigecError } from '#base/errors.ts';
import { jsonFile } from '../files/json-file.ts';
import { readServerEntries } from './read-settings.ts';
import { holds, plainName, type Surroundings } from './server-lines.ts';
import type { ServerSettings } from './servers.ts';

/** What other hosts keep in the same file stays there. */
const fileSchema = z.looseObject({ mcpServers: z.record(z.string(), z.unknown()) });

/** One server as it is added: an address, or a program with its words. */
export type NewServer = {
  name: string;
  target: readonly string[];
  /** `Name: value` */
  headers: readonly string[];
  /** `NAME=value` */
  env: readonly string[];
  isSse: boolean;
};

export type ServerFile = {
  /** Gives back how the entry is read, which is how it will be used. */
  add(server: NewServer): Promise<ServerSettings>;
  /** False: it is not in the file. */
  remove(name: string): Promise<boolean>;
};

/** The servers that a person has added, in a file such as other hosts of agents have. */
export function serverFile(path: string, surroundings: Surroundings): ServerFile {
  const file = jsonFile(path, { schema: fileSchema, empty: { mcpServers: {} } });
  return {
    async add(server) {
      const name = plainName(server.name);
      const entry = entryOf(server);
      const given = [...server.target, ...server.headers, ...server.env].join('\n');
      const ours = Object.entries(surroundings.secrets ?? {}).find(([, secret]) => holds(given, secret));
      if (ours !== undefined) throw wrong(`That is the credential ${ours[0]}, which goes to our own system alone.`);
      const settings = asRead(name, entry, { ...surroundings, file: path });
      if (!settings.isOwn && /^sigec/i.test(name))
        throw wrong('No other server is called like ours: choose another name.');
      await file.change(({ mcpServers, ...others }) => {
        if (namedIn(mcpServers, name) !== undefined) throw new SigecError('CONFLICT', taken(name));
        return { ...others, mcpServers: { ...mcpServers, [name]: entry } };
      });
      return settings;
    },
    async remove(name) {
      const { mcpServers } = await file.read();
      const known = namedIn(mcpServers, plainName(name));
      if (known === undefined) return false;
      await file.change(({ mcpServers: all, ...others }) => {
        const { [known]: _gone, ...rest } = all;
        return { ...others, mcpServers: rest };
      });
      return true;
    },
  };
}

/** As it is called in a conversation, however it is written in the file. */
function namedIn(servers: Record<string, unknown>, name: string): string | undefined {
  return Object.keys(servers).find((key) => plainName(key) === name);
}

function taken(name: string): string {
  return `There is a server named ${name} already. Remove it first, or choose another name.`;
}

function entryOf({ target, headers, env, isSse }: NewServer): Record<string, unknown> {
  const [first = '', ...args] = target;
  if (!/^https?:\/\//i.test(first)) {
    if (headers.length > 0) throw wrong('A program is sent no headers; give it what it needs with --env.');
    return { command: first, args, ...(env.length > 0 && { env: pairs(env, /^([\w]+)=(.*)$/s, 'NAME=value') }) };
  }
  if (args.length > 0) throw wrong('An address stands alone; nothing may follow it.');
  if (env.length > 0) throw wrong('Only a program is given variables; an address takes --header.');
  const sent = headers.length > 0 && { headers: pairs(headers, /^([^:\s]+):\s*(.*)$/s, 'Name: value') };
  return { type: isSse ? 'sse' : 'http', url: first, ...sent };
}

function pairs(given: readonly string[], form: RegExp, accepts: string): Record<string, string> {
  return Object.fromEntries(
    given.map((text) => {
      const [, name, value] = form.exec(text) ?? [];
      if (name === undefined || value === undefined) throw wrong(`Write it as "${accepts}".`); // not repeated: it may be a key
      return [name, value];
    }),
  );
}

/** What would be left out when the chat begins is refused now, in the same words. */
function asRead(name: string, entry: object, surroundings: Surroundings & { file: string }): ServerSettings {
  const { servers, problems } = readServerEntries(JSON.stringify({ mcpServers: { [name]: entry } }), surroundings);
  const [settings] = servers;
  if (settings === undefined) throw wrong(problems[0] ?? 'It cannot be used.');
  return settings;
}

function wrong(sentence: string): SigecError {
  return new SigecError('INVALID_INPUT', sentence);
}
