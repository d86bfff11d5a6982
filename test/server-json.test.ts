import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { runSigec } from '../src/doors/terminal/run.ts';
import { recordedTerminal } from './support/terminal.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'));

/** What the registry of MCP servers takes, as far as we use it. */
const serverJson = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z.string().regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z.string().max(255),
  packages: z.array(
    z.strictObject({
      registryType: z.literal('npm'),
      identifier: z.string(),
      version: z.string(),
      runtimeHint: z.literal('npx'),
      transport: z.strictObject({ type: z.literal('stdio') }),
      packageArguments: z.array(z.strictObject({ type: z.literal('positional'), value: z.string() })),
      environmentVariables: z.array(
        z.strictObject({
          name: z.string().regex(/^SIGEC_[A-Z]+$/),
          description: z.string(),
          placeholder: z.string().optional(),
          isSecret: z.boolean().optional(),
        }),
      ),
    }),
  ),
});

test('server.json has the shape of the registry and names the package as it is', () => {
  const server = serverJson.parse(read('server.json'));
  const { name, version, bin } = z
    .looseObject({ name: z.string(), version: z.string(), bin: z.record(z.string(), z.string()) })
    .parse(read('package.json'));
  expect(server.version).toBe(version);
  expect(server.packages).toMatchObject([{ identifier: name, version }]);
  expect(Object.keys(bin)).toHaveLength(1); // npx runs the only one there is
});

test('what it starts is a command of ours, and what it sets we read', async () => {
  const [entry] = serverJson.parse(read('server.json')).packages;
  const terminal = recordedTerminal();
  const command = entry?.packageArguments.map(({ value }) => value) ?? [];
  expect(await runSigec([...command, '--help'], terminal)).toBe(0);
  for (const { name } of entry?.environmentVariables ?? []) expect(terminal.shown.out).toContain(name);
});
