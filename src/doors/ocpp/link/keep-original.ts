import type { Ledger, NewEvent } from '#ledger/ledger-types.ts';
import { keptText, type UnadoptedBudget } from '#ledger/unadopted.ts';

type Needs = { ledger: Ledger; redactTokens(frame: string): string; unadopted: UnadoptedBudget };
type Altered = { stationId: string; action: string; text: string; at: Date };

/**
 * A message whose texts hold what no table holds goes on with those characters replaced, so that its energy is in the books; what the station
 * really sent is kept before it. The frame spells them as escapes, which a table takes. The same frame is kept once.
 */
export async function keepOriginal(
  { ledger, redactTokens, unadopted }: Needs,
  { stationId, action, text, at }: Altered,
): Promise<void> {
  const kept = keptText(redactTokens(text));
  const { sha256, bytes } = kept;
  const key = `text-replaced:${sha256}`;
  const decision = unadopted.decide(stationId, key, kept);
  if (decision === 'omit') return;
  const about = { kind: 'text-replaced' as const, stationId, happenedAt: at };
  const event: NewEvent =
    decision === 'keep'
      ? { ...about, key, flags: ['text-replaced'], body: { action, frame: kept.text, sha256, bytes } }
      : { ...about, flags: ['text-replaced', 'over-budget'], body: { action, bytes, ...decision.notice } };
  await ledger.commit({ events: [event], whenRefused: 'set-aside' });
}
