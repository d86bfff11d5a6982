import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

export const folder = join(import.meta.dirname, '..', '..', 'test', 'requests');
export const languages = ['en', 'pt-BR'] as const;
export type Language = (typeof languages)[number];
/** Two halves of what strangers wrote, what was added once the interpreter stood, and what strangers wrote later. */
export const halves = ['first', 'second', 'further', 'fresh'] as const;
export const packs = ['charging', 'devices', 'vehicles', 'bookshop', 'general'] as const;

const expectedCall = z.strictObject({ tool: z.string(), with: z.record(z.string(), z.unknown()).default({}) });
export type ExpectedCall = z.output<typeof expectedCall>;

/** Each entry has to be in the answer; of a list, one of its words. */
const words = z.array(z.union([z.string(), z.array(z.string())])).default([]);

const must = z.strictObject({
  kind: z.enum(['read', 'propose', 'ask']),
  calls: z.array(z.array(expectedCall)).default([]).describe('One of these lists of calls has to be made, all of it'),
  says: words,
  names: words.describe('What was not understood, not used, or has to be chosen'),
  hides: z.array(z.string()).default([]).describe('In no row of the answer'),
});
export type Must = z.output<typeof must>;

const request = z.strictObject({
  id: z.string(),
  half: z.enum(halves),
  pack: z.enum(packs),
  topic: z.string(),
  hard: z.array(z.string()).default([]),
  turns: z.array(z.string().min(1)).min(1).describe('The last one is judged'),
  must: z.array(must).min(1).describe('One of these is enough'),
});
export type Request = z.output<typeof request>;

export async function readRequests(language: Language): Promise<Request[]> {
  const files = await Promise.all([
    readFile(join(folder, `${language}.jsonl`), 'utf8'),
    readFile(join(folder, 'further', `${language}.jsonl`), 'utf8'),
    readFile(join(folder, 'fresh', `${language}.jsonl`), 'utf8'),
  ]);
  const lines = files.flatMap((text) => text.trimEnd().split('\n'));
  return lines.map((line) => request.parse(JSON.parse(line)));
}
