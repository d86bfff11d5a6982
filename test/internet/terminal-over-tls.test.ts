import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runSigec } from '../support/run-sigec.ts';
import { adminKey, startSigec } from '../support/sigec.ts';

test('the terminal speaks TLS to its own server though only the server was told so, and to nobody else', async () => {
  await using stack = new AsyncDisposableStack();
  const newFolder = async () => {
    const path = await mkdtemp(join(tmpdir(), 'sigec-'));
    stack.defer(() => rm(path, { recursive: true, force: true }));
    return path;
  };
  const [folder, strange] = [await newFolder(), await newFolder()];
  const sigec = stack.use(await startSigec({ TLS: 'self-signed', DATA_DIR: folder }));
  const { port } = new URL(sigec.addresses.api);
  const as = (dataDir: string) =>
    runSigec(['rule', 'list'], { DATA_DIR: dataDir, API_PORT: port, SIGEC_KEY: adminKey, SIGEC_LANG: 'en' });
  expect(await as(folder)).toMatchObject({ exitCode: 0 });
  expect(await as(strange)).toMatchObject({
    exitCode: 3,
    stderr: expect.stringContaining('cannot prove that it is your server') as string,
  });
});
