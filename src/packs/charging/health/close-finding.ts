import { z } from 'zod';
import { SigecError } from '#base/errors.ts';
import { untrustedText } from '#base/untrusted-text.ts';
import { findingCause } from '#contract/findings/finding.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import type { PackNeeds } from '../needs.ts';
import { stationTarget } from '../place.ts';
import { withSafeErrors } from '../safe-errors.ts';

export function closeFinding({ charging }: Pick<PackNeeds, 'charging'>): Tool {
  const known = (id: string) =>
    withSafeErrors({ NOT_FOUND: 'There is no such finding. Call list_findings to see which there are.' }, () =>
      charging.health.finding(id),
    );
  return defineTool({
    name: 'close_finding',
    title: 'Close a finding',
    description:
      'Closes a finding with what was the case: a true or a false alarm, and the cause that was found. Its detector begins anew there, and the precision of the detectors follows from it. It changes no charge point. Use it when somebody looked. Find it by list_findings. A person approves it first.',
    category: 'stations',
    level: 'advanced',
    tier: 'R2',
    input: z.object({
      finding_id: z.uuid().describe('As list_findings returns it'),
      verdict: z.enum(['true-alarm', 'false-alarm']).describe('Whether there was something the matter'),
      cause: findingCause.optional().describe('What it was; absent: as was thought'),
      note: z.string().trim().max(300).optional().describe('What was seen or done; shown to people'),
    }),
    output: z.object({ finding_id: z.string(), verdict: z.string(), is_done: z.boolean() }),
    examples: [{ finding_id: '0b9f2c1e-2f6c-8a57-9d55-3f9a1c2b7d10', verdict: 'true-alarm', cause: 'lock' }],
    subject: ({ finding_id }) => finding_id,
    async plan({ finding_id, verdict, cause, note }) {
      const finding = await known(finding_id);
      if (finding.closedAt !== null)
        throw new SigecError('CONFLICT', 'The finding is closed already; nothing has to be done. See list_findings.');
      return {
        targets: [
          `finding:${finding.id}`,
          ...(finding.stationId === null
            ? []
            : [stationTarget(finding.stationId, { evseId: finding.evseId ?? undefined })]),
        ],
        effect: sentenceOf(verdict === 'true-alarm' ? 'effect-close-true-alarm' : 'effect-close-false-alarm'),
        details: {
          kind: finding.kind,
          cause: cause ?? null,
          note: note === undefined ? null : untrustedText(note, 300),
        },
        preconditions: { closed_at: finding.closedAt },
      };
    },
    async run({ finding_id, verdict, cause, note }, { actor }) {
      const wanted = { verdict, cause, note: note === undefined ? undefined : untrustedText(note, 300) };
      const finding = await withSafeErrors({}, () => charging.health.close(finding_id, wanted, actor));
      return { text: 'It is closed.', data: { finding_id: finding.id, verdict, is_done: true } };
    },
  });
}
