import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { asError } from '#base/errors.ts';
import { MindProblem } from '../conversation/mind.ts';
import type { ScriptStep } from './scripted.ts';

const problemCodes = [
  ...(['key-missing', 'key-refused', 'rate-limited', 'unreachable', 'model-unknown', 'too-long'] as const),
  ...(['overloaded', 'other'] as const),
] as const;

const scriptSchema = z.array(
  z.strictObject({
    say: z.string().optional(),
    calls: z
      .array(z.strictObject({ name: z.string().min(1), arguments: z.record(z.string(), z.unknown()).optional() }))
      .optional(),
    problem: z
      .strictObject({ code: z.enum(problemCodes), message: z.string(), retryAfterMs: z.number().min(0).optional() })
      .optional(),
  }),
);

/** The steps in a JSON file, which LLM_MODEL names when LLM_PROVIDER is scripted. */
export async function readScript(path: string): Promise<ScriptStep[]> {
  if (path === '')
    throw new MindProblem('other', 'LLM_PROVIDER is scripted, and LLM_MODEL does not name the file with the script.');
  try {
    return scriptSchema.parse(JSON.parse(await readFile(path, 'utf8'))) as ScriptStep[];
  } catch (cause) {
    const about = cause instanceof z.ZodError ? z.prettifyError(cause) : asError(cause).message;
    throw new MindProblem('other', `The script ${path} cannot be used: ${about}`, { cause });
  }
}
