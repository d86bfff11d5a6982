import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';

export type Openssl = AsyncDisposable & {
  folder: string;
  /** Writes a file there and gives back its path. */
  file(name: string, content: string | Buffer): Promise<string>;
  /** Runs `openssl` in the folder; both outputs and whether it ended well. */
  run(...args: string[]): Promise<{ isFine: boolean; output: string }>;
  /** A key and a certificate, signed by the files of another or by itself; `name.pem` and `name.key`. */
  make(name: string, options?: Made): Promise<void>;
  /** Keeps the books of `ca` and answers OCSP for it, as a process of its own; counts the requests. */
  responder(options: Responder): Promise<{ url: string; requests(): number; stop(): Promise<void> }>;
};

type Made = { by?: string; extensions?: string; days?: number; curve?: string; subject?: string };
type Responder = { ca: string; index: string; signer?: string; validMinutes?: number };

/** OpenSSL's own eyes on certificates. */
export async function openOpenssl(): Promise<Openssl> {
  const folder = await mkdtemp(join(tmpdir(), 'sigec-openssl-'));
  const stops: (() => Promise<void>)[] = [];
  const file = async (name: string, content: string | Buffer) => {
    const path = join(folder, name);
    await writeFile(path, content);
    return path;
  };
  const run = (...args: string[]) =>
    new Promise<{ isFine: boolean; output: string }>((resolve) => {
      execFile('openssl', args, { cwd: folder }, (error, stdout, stderr) =>
        resolve({ isFine: error === null, output: stdout + stderr }),
      );
    });
  const must = async (...args: string[]) => {
    const { isFine, output } = await run(...args);
    if (!isFine) throw new Error(`openssl ${args.join(' ')}: ${output}`);
  };
  return {
    folder,
    file,
    run,
    async make(name, { by, extensions, days = 30, curve = 'prime256v1', subject = `/CN=${name}` } = {}) {
      const issuer = by ?? name;
      await must('ecparam', '-name', curve, '-genkey', '-noout', '-out', `${name}.key`);
      await must('req', '-new', '-key', `${name}.key`, '-subj', subject, '-out', `${name}.csr`);
      await file(`${name}.ext`, extensions ?? 'basicConstraints=critical,CA:TRUE\nkeyUsage=keyCertSign,cRLSign\n');
      const signer =
        by === undefined ? ['-signkey', `${name}.key`] : ['-CA', `${issuer}.pem`, '-CAkey', `${issuer}.key`];
      const serial = by === undefined ? [] : ['-CAcreateserial'];
      const out = ['-days', String(days), '-extfile', `${name}.ext`, '-out', `${name}.pem`];
      await must('x509', '-req', '-in', `${name}.csr`, ...signer, ...serial, ...out);
    },
    async responder({ ca, index, signer = ca, validMinutes = 60 }) {
      await file('index.txt', index);
      const port = await freePort();
      const child = spawn(
        'openssl',
        [
          ...['ocsp', '-port', String(port), '-index', 'index.txt', '-CA', `${ca}.pem`],
          ...['-rsigner', `${signer}.pem`, '-rkey', `${signer}.key`, '-nmin', String(validMinutes)],
        ],
        { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] },
      );
      await listening(child);
      const counter = await countingProxy(port);
      const stop = async () => {
        await counter.close();
        if (child.exitCode !== null || child.signalCode !== null) return;
        child.kill();
        await once(child, 'exit');
      };
      stops.push(stop);
      return { url: counter.url, requests: counter.requests, stop };
    },
    async [Symbol.asyncDispose]() {
      for (const stop of stops) await stop();
      await rm(folder, { recursive: true });
    },
  };
}

/** What a line of the index says of a certificate: V valid, R revoked. */
export function indexLine({ serialNumber, isRevoked }: { serialNumber: string; isRevoked: boolean }): string {
  const serial = serialNumber.length % 2 === 0 ? serialNumber : `0${serialNumber}`;
  const revoked = isRevoked ? '260101000000Z,keyCompromise' : '';
  return `${isRevoked ? 'R' : 'V'}\t400101000000Z\t${revoked}\t${serial.toUpperCase()}\tunknown\t/CN=any\n`;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Told in words: a connection that only looks whether somebody is there ends the responder. */
async function listening({ stdout, stderr }: { stdout: Readable; stderr: Readable }): Promise<void> {
  let told = '';
  for await (const part of stdout.iterator({ destroyOnReturn: false })) {
    told += String(part);
    if (told.includes('ACCEPT')) break;
  }
  stdout.resume();
  stderr.resume();
}

/** It serves one connection at a time, and closes some without a word. */
async function askPatiently(port: number, body: Buffer): Promise<Buffer | undefined> {
  const headers = { 'content-type': 'application/ocsp-request', 'content-length': body.length };
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const answer = await new Promise<Buffer | undefined>((resolve) => {
      const asked = request(
        { port, host: '127.0.0.1', method: 'POST', path: '/', headers, agent: false },
        (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('end', () => resolve(Buffer.concat(parts)));
          response.on('error', () => resolve(undefined));
        },
      );
      asked.on('error', () => resolve(undefined));
      asked.end(body);
    });
    if (answer !== undefined && answer.length > 0) return answer;
    await pause(50);
  }
  return undefined;
}

/** OpenSSL's responder tells nobody how often it was asked. */
async function countingProxy(port: number) {
  let requests = 0;
  const answer = async (asked: IncomingMessage, response: ServerResponse) => {
    requests += 1;
    const chunks: Buffer[] = [];
    for await (const chunk of asked) chunks.push(chunk as Buffer);
    const answered = await askPatiently(port, Buffer.concat(chunks));
    response.writeHead(answered === undefined ? 502 : 200, { 'content-type': 'application/ocsp-response' });
    response.end(answered);
  };
  const server = createServer((asked, response) => void answer(asked, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: own } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${own}/`,
    requests: () => requests,
    async close() {
      if (!server.listening) return;
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
