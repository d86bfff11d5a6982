import { createServer, type Socket } from 'node:net';
import { networkOf } from '#base/hosts.ts';
import { Limiter } from '#base/limiter.ts';
import { peerAddress } from '#doors/http-server/connection.ts';
import { listen } from '#doors/http-server/listen.ts';
import { type FtpNeeds, FtpSession } from './ftp-session.ts';

/** Guesses of tokens from one network. */
const connectionBudget = { perSecond: 1, burst: 20 };
const maxConnections = 32;
const silentMs = 120_000;
const longestMs = 30 * 60_000;

/** A port where stations bring logs by FTP: for those that know nothing else, and off unless LOG_FTP_PORT is set. */
export async function startFtp({ host, port, ...needs }: FtpNeeds & { host: string; port: number }) {
  const callers = new Limiter(connectionBudget);
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    if (!callers.take(networkOf(peerAddress(socket)))) return void socket.destroy();
    open.add(socket);
    const end = setTimeout(() => socket.destroy(), longestMs).unref();
    socket.setTimeout(silentMs, () => socket.destroy());
    socket.once('close', () => {
      open.delete(socket);
      clearTimeout(end);
    });
    new FtpSession(socket, needs).greet();
  });
  server.maxConnections = maxConnections;
  const chosen = await listen(server, { host, port, setting: 'LOG_FTP_PORT' });
  return {
    port: chosen,
    async close(): Promise<void> {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
