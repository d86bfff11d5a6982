import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SigecError } from '#base/errors.ts';

type HostAndPort = { host: string; port: number; setting: string };

/** Opens the port and tells which it became; a port that cannot be had stops the start with what to do about it. */
export async function listen(server: Server, { host, port, setting }: HostAndPort): Promise<number> {
  // A crowd that connects at once must not make the kernel drop the connection of somebody else.
  server.listen({ host: host.replace(/^\[(.*)\]$/, '$1'), port, backlog: 4_096 });
  try {
    await once(server, 'listening'); // rejects when the server fails first
  } catch (cause) {
    throw new SigecError('CANNOT_START', whyNot(cause as NodeJS.ErrnoException, { host, port, setting }), { cause });
  }
  return (server.address() as AddressInfo).port;
}

function whyNot({ code, message }: NodeJS.ErrnoException, { host, port, setting }: HostAndPort): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} (${setting}) is in use by another program. Stop that program, or set ${setting} to a free port.`;
    case 'EACCES':
      return `Port ${port} (${setting}) may not be opened by this user. Set ${setting} to a port above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST is "${host}", which is no address of this machine. Set it to 127.0.0.1, to one of its addresses, or to 0.0.0.0 for all.`;
    default:
      return `Port ${port} (${setting}) cannot be opened: ${message}.`;
  }
}
