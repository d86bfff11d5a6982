import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { asError, SigecError } from '#base/errors.ts';
import type { Terminal } from './terminal.ts';

/** A file, or the input for "-". */
export async function readText({ input, text }: Terminal, file: string): Promise<string> {
  if (file === '-') return input.all();
  try {
    return await readFile(file, 'utf8');
  } catch (thrown) {
    throw new SigecError('INVALID_INPUT', text.input.cannotRead(file, asError(thrown).message), { cause: thrown });
  }
}

/** As it comes: to a file, or to the output for the next program. */
export async function writeOut(
  terminal: Terminal,
  file: string | undefined,
  chunks: AsyncIterable<Uint8Array>,
): Promise<void> {
  if (file !== undefined) return writeFile(terminal, file, chunks);
  const decoder = new TextDecoder();
  for await (const chunk of chunks) terminal.write(decoder.decode(chunk, { stream: true }));
}

async function writeFile({ text }: Terminal, file: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    await pipeline(Readable.from(chunks), createWriteStream(file, { flags: 'wx' })); // never over a file that is there
  } catch (thrown) {
    const { code, syscall, message } = thrown as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new SigecError('INVALID_INPUT', text.session.fileExists(file), { cause: thrown });
    if (syscall === undefined) throw thrown; // of the server, not of the file
    throw new SigecError('INVALID_INPUT', text.session.cannotWrite(file, message), { cause: thrown });
  }
}
