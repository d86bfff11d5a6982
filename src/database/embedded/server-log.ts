import { type FileHandle, open, rename, stat } from 'node:fs/promises';

const tooLong = 8 * 1024 * 1024;

/** The server writes straight into a file: a pipe to us would break when we are killed, and the server lives on. */
export type ServerLog = { fd: number; sinceStart(): Promise<string>; close(): Promise<void> };

/** Opens the log for one start of the server; a long one is kept once under another name. */
export async function openServerLog(file: string): Promise<ServerLog> {
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  );
  if (size > tooLong) await rename(file, `${file}.1`);
  const handle = await open(file, 'a+', 0o600);
  const startsAt = size > tooLong ? 0 : size;
  return { fd: handle.fd, sinceStart: () => readFrom(handle, startsAt), close: () => handle.close() };
}

async function readFrom(handle: FileHandle, position: number): Promise<string> {
  const length = Math.min((await handle.stat()).size - position, 64 * 1024);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
  return buffer.toString('utf8', 0, bytesRead);
}
