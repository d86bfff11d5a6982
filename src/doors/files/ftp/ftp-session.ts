import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { asError } from '#base/errors.ts';
import type { Received, Upload } from '#charging/log-files/receive-log-file.ts';
import { peerAddress } from '#doors/http-server/connection.ts';

export type FtpNeeds = {
  receive(upload: Upload): Promise<Received>;
  /** Which ports a file may come to; null: any free one. */
  dataPorts: { first: number; last: number } | null;
};

const maxLineLength = 512;
const dataPatienceMs = 30_000;
const maxPortTries = 20;
/** Commands that wait for the one before, and answers that nobody reads: whoever goes beyond is cut. */
const maxWaiting = 50;
const maxUnreadBytes = 64 * 1024;

/**
 * One connection of a station that brings a log by FTP (RFC 959, 2428): passive mode, one file, nothing to list or fetch. The token of
 * the file is the password, and the file has to come from where the commands come from.
 */
export class FtpSession {
  private readonly control: Socket;
  private readonly needs: FtpNeeds;
  private token: string | undefined;
  private data: { server: Server; socket: Promise<Socket> } | undefined;
  private line = '';
  private work = Promise.resolve();
  private waiting = 0;

  constructor(control: Socket, needs: FtpNeeds) {
    this.control = control;
    this.needs = needs;
    control.setEncoding('latin1');
    control.on('data', (text: string) => this.take(text));
    control.on('close', () => this.closeData());
    control.on('error', () => control.destroy());
  }

  greet(): void {
    this.say(220, 'Logs of charging stations');
  }

  private take(text: string): void {
    this.line += text;
    if (this.line.length > maxLineLength && !this.line.includes('\n')) return void this.control.destroy();
    const lines = this.line.split('\n');
    this.line = lines.pop() ?? '';
    this.waiting += lines.length;
    if (this.waiting > maxWaiting) return void this.control.destroy();
    for (const line of lines) this.work = this.work.then(() => this.answer(line.trim()));
  }

  private async answer(line: string): Promise<void> {
    this.waiting -= 1;
    const [, verb = '', argument = ''] = /^(\S+)(?: (.*))?$/.exec(line.slice(0, maxLineLength)) ?? [];
    try {
      await this.carryOut(verb.toUpperCase(), argument);
    } catch (error) {
      this.say(451, `It could not be done: ${asError(error).message.replaceAll(/\s+/g, ' ')}`);
    }
  }

  private async carryOut(verb: string, argument: string): Promise<void> {
    const simple = simpleAnswers[verb];
    if (simple !== undefined) return this.say(...simple);
    if (verb === 'QUIT') return void this.control.end('221 Goodbye\r\n');
    if (verb === 'PASS') {
      this.token = argument;
      return this.say(230, 'Go on'); // whether it is worth anything is seen with the file
    }
    if (this.token === undefined) return this.say(530, 'Sign in first');
    if (verb === 'PASV' || verb === 'EPSV') return this.openData(verb);
    if (verb === 'STOR') return this.store(argument, this.token);
    this.say(502, 'Not known here');
  }

  private async openData(verb: 'PASV' | 'EPSV'): Promise<void> {
    this.closeData();
    const server = createServer({ pauseOnConnect: true });
    server.maxConnections = 1;
    const caller = peerAddress(this.control);
    const socket = new Promise<Socket>((resolve) => {
      server.on('connection', (each) => {
        if (peerAddress(each) !== caller) return void each.destroy();
        server.close();
        resolve(each);
      });
    });
    const port = await listenWithin(server, this.needs.dataPorts);
    this.data = { server, socket };
    const { localAddress = '127.0.0.1' } = this.control;
    const host = localAddress.replace(/^::ffff:/, '').replaceAll('.', ',');
    if (verb === 'EPSV' || host.includes(':')) this.say(229, `Entering Extended Passive Mode (|||${port}|)`);
    else this.say(227, `Entering Passive Mode (${host},${port >> 8},${port & 255})`);
  }

  private async store(path: string, token: string): Promise<void> {
    const { data } = this;
    if (data === undefined) return this.say(425, 'Say PASV first');
    this.data = undefined;
    this.say(150, 'Send it');
    const timer = new AbortController();
    const late = new Promise<undefined>((resolve) => {
      AbortSignal.any([timer.signal, AbortSignal.timeout(dataPatienceMs)]).addEventListener('abort', () =>
        resolve(undefined),
      );
    });
    const socket = await Promise.race([data.socket, late]);
    timer.abort();
    data.server.close();
    if (socket === undefined) return this.say(425, 'Nothing came');
    socket.setTimeout(dataPatienceMs, () => socket.destroy(new Error('nothing came for a while')));
    try {
      const fileName = path.replace(/^\/+(?!\.\.)/, '');
      const source = socket as AsyncIterable<Buffer>;
      const received = await this.needs.receive({ token, fileName: fileName || null, saidBytes: null, source });
      if (received.status === 'kept') this.say(226, 'Thank you');
      else this.say(received.refusal === 'too-large' ? 552 : 553, `The file was refused: ${received.why}`);
    } finally {
      socket.destroy();
    }
  }

  private say(code: number, text: string): void {
    if (this.control.writableLength > maxUnreadBytes) return void this.control.destroy();
    if (this.control.writable) this.control.write(`${code} ${text}\r\n`);
  }

  private closeData(): void {
    const { data } = this;
    this.data = undefined;
    data?.server.close();
    void data?.socket.then((socket) => socket.destroy());
  }
}

const simpleAnswers: Readonly<Record<string, [number, string]>> = {
  USER: [331, 'The password, please'],
  SYST: [215, 'UNIX Type: L8'],
  FEAT: [211, 'EPSV'],
  TYPE: [200, 'As you like'],
  MODE: [200, 'As you like'],
  STRU: [200, 'As you like'],
  OPTS: [200, 'As you like'],
  ALLO: [202, 'There is room'],
  NOOP: [200, 'Fine'],
  PWD: [257, '"/"'],
  CWD: [250, 'Fine'],
  MKD: [257, '"/"'],
  SIZE: [550, 'There is no such file'],
};

async function listenWithin(server: Server, ports: FtpNeeds['dataPorts']): Promise<number> {
  const span = ports === null ? 0 : ports.last - ports.first + 1;
  const start = Math.floor(Math.random() * span);
  for (let attempt = 0; attempt < Math.max(1, Math.min(span, maxPortTries)); attempt += 1) {
    server.listen({ host: '::', ipv6Only: false, port: ports === null ? 0 : ports.first + ((start + attempt) % span) });
    const isOpen = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    const address = server.address();
    if (isOpen && address !== null && typeof address === 'object') return address.port;
  }
  throw new Error('all ports of LOG_FTP_DATA_PORTS are in use');
}
