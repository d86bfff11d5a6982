import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { silentLog } from '../../src/base/log.ts';
import { connectClient, type Database } from '../../src/database/database.ts';

type Pair = { client: Socket; server: Socket };

/** A network between us and a database, for connections of one's own, that can break in ways a server does not notice. */
export async function openNetwork(database: Database) {
  const pairs = new Set<Pair>();
  const proxy = createServer((client) => {
    const server = connectTo(new URL(database.url));
    const pair = { client, server };
    pairs.add(pair);
    client.on('data', (data) => server.write(data)).on('error', () => undefined); // a broken network is what we want
    server.on('data', (data) => client.write(data)).on('error', () => undefined);
    client.on('close', () => pairs.has(pair) && server.destroy());
    server.on('close', () => client.destroy());
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const through = `postgres://127.0.0.1:${(proxy.address() as AddressInfo).port}${withoutHost(new URL(database.url))}`;
  const abandoned: Socket[] = [];
  return {
    database: {
      ...database,
      connect: ({ queryTimeoutMs = 8_000 } = {}) =>
        connectClient(through, silentLog, { query_timeout: queryTimeoutMs }),
    } satisfies Database,
    /** We lose every connection; the server still believes in them. */
    loseClients(): void {
      for (const pair of pairs) {
        pairs.delete(pair);
        abandoned.push(pair.server);
        pair.client.destroy();
      }
    },
    async [Symbol.asyncDispose]() {
      for (const socket of abandoned) socket.destroy();
      for (const { client } of pairs) client.destroy();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}

function connectTo(url: URL): Socket {
  const folder = url.searchParams.get('host');
  const port = url.port || url.searchParams.get('port') || '5432';
  return folder === null ? connect(Number(port), url.hostname) : connect(`${folder}/.s.PGSQL.${port}`);
}

function withoutHost({ username, password, pathname, searchParams }: URL): string {
  const query = new URLSearchParams(searchParams);
  query.delete('host');
  query.delete('port');
  if (username !== '') query.set('user', username);
  if (password !== '') query.set('password', password);
  return `${pathname}?${query.toString()}`;
}
