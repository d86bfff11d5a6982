import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makePassable } from './account.ts';

test('folders that are made can be passed through under a strict umask, and one that was there keeps its rights', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sigec-account-'));
  const before = process.umask(0o077);
  try {
    await mkdir(join(folder, 'closed'), { mode: 0o700 });
    await makePassable(join(folder, 'closed'));
    await makePassable(join(folder, 'new', 'inner'));
    const modeOf = async (...names: string[]) => (await stat(join(folder, ...names))).mode & 0o777;
    const made = process.getuid?.() === 0 ? 0o711 : 0o700; // an ordinary user lends no account
    expect(await Promise.all([modeOf('closed'), modeOf('new'), modeOf('new', 'inner')])).toEqual([0o700, made, made]);
  } finally {
    process.umask(before);
    await rm(folder, { recursive: true });
  }
});
