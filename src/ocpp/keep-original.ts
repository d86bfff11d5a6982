import { createHash } from 'node:crypto';
import type { Ledger } from '#ledger/ledger-types.ts';

type Needs = { ledger: Ledger; redactTokens(frame: string): string };
type Altered = { stationId: string; action: string; text: string; at: Date };

/**
 * A message whose texts hold what no table holds goes on with those characters replaced, so that its energy is in the books; what the station
 * really sent is kept before it. The frame spells them as escapes, which a table takes. The same frame is kept once.
 */
export async function keepOriginal(
  { ledger, redactTokens }: Needs,
  { stationId, action, text, at }: Altered,
): Promise<void> {
  const frame = redactTokens(text);
  const key = `text-replaced:${createHash('sha256').update(frame).digest('hex')}`;
  const body = { action, frame };
  await ledger.commit({
    events: [{ kind: 'text-replaced', stationId, key, happenedAt: at, flags: ['text-replaced'], body }],
    whenRefused: 'set-aside',
  });
}
