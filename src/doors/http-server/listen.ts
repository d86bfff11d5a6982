import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { SigecError } from '#base/errors.ts';
import { withoutBrackets } from '#base/hosts.ts';

/** `setting` is the name of the setting that chooses the port. */
export type ListenAddress = { host: string; port: number; setting: string };

/** A crowd that connects at once must not make the kernel drop the connection of somebody else, who would try again seconds later. */
export const backlog = 4_096;

/** Opens the port and returns its number, which the system chooses where the setting is 0. */
export async function listen(server: Server, address: ListenAddress): Promise<number> {
  server.listen({ host: withoutBrackets(address.host), port: address.port, backlog });
  try {
    await once(server, 'listening'); // rejects when the server fails first
  } catch (cause) {
    throw cannotListen(cause as NodeJS.ErrnoException, address);
  }
  return (server.address() as AddressInfo).port;
}

/** A port that cannot be opened stops the start; the sentence says what to do about it. */
export function cannotListen(cause: NodeJS.ErrnoException, address: ListenAddress): SigecError {
  return new SigecError('CANNOT_START', whyNot(cause, address), { cause });
}

function whyNot({ code, message }: NodeJS.ErrnoException, { host, port, setting }: ListenAddress): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} (${setting}) is in use by another program. Stop that program, or set ${setting} to a free port.`;
    case 'EACCES':
      return `Port ${port} (${setting}) may not be opened by this user. Set ${setting} to a port above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST is "${host}", which is no address of this machine. Set it to 127.0.0.1, to one of its addresses, or to 0.0.0.0 for all.`;
    default:
      return `Port ${port} (${setting}) cannot be opened on ${host}: ${message}.`;
  }
}
