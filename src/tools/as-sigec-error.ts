import { randomBytes } from 'node:crypto';
import { asError, SigecError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';

/** What nobody foresaw is told by a reference alone; what it was stands in the log. */
export function asSigecError(
  thrown: unknown,
  { tool, log }: { tool: { name: string } | undefined; log: Log },
): SigecError {
  if (thrown instanceof SigecError) return thrown;
  const reference = randomBytes(5).toString('hex');
  log.error({ reference, tool: tool?.name, err: asError(thrown) }, 'tool failed');
  const sentence = `${tool?.name ?? 'The call'} failed by a fault of ours. An operator finds it in the log under ${reference}.`;
  return new SigecError('INTERNAL', sentence, { cause: thrown, details: { reference } });
}
