import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '#base/config.ts';
import { asError, SigecError } from '#base/errors.ts';
import type { Terminal } from '../terminal.ts';

/** Where conversations and decisions are kept: beside the data, or at home where the data is somebody else's. */
export async function agentFolder({ text }: Terminal, { dataDir }: Config): Promise<string> {
  const places = [join(dataDir, 'agent'), join(homedir(), '.sigec', 'agent')];
  let problem = '';
  for (const place of places) {
    try {
      await mkdir(place, { recursive: true, mode: 0o700 });
      await access(place, constants.W_OK);
      return place;
    } catch (thrown) {
      problem = asError(thrown).message;
    }
  }
  throw new SigecError('CANNOT_START', text.chat.noFolder(places.join(', '), problem));
}
