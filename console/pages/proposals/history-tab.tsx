import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { usePrincipal } from '../../live/principal.ts';
import { useProposals } from '../../live/use-proposals.ts';
import { Moment } from '../../parts/moment.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { isOpen } from './open-proposals.ts';
import { ProposalBody } from './proposal-body.tsx';
import { ProposalChip } from './proposal-chip.tsx';
import { ToolTitle } from './tool-title.tsx';

/** What was decided, the newest first; each opens to everything that is known of it. */
export function HistoryTab() {
  const { t } = useTranslation();
  const me = usePrincipal();
  const { data, error } = useProposals();
  if (me?.kind !== 'person') return <p className="proposals-none">{t('proposals.signIn')}</p>;
  if (error !== null) return <ProblemNote title={t('proposals.readFailed')} problem={error} />;
  if (data === undefined) return <Skeleton height={180} radius="md" />;
  const ended = data.proposals.filter((each) => !isOpen(each));
  if (ended.length === 0) return <p className="proposals-none">{t('proposals.noHistory')}</p>;
  return (
    <ul className="proposals-history" aria-label={t('proposals.tab.history')}>
      {ended.map((proposal) => (
        <li key={proposal.id}>
          <details>
            <summary>
              <ProposalChip state={proposal.state} />
              <strong>
                <ToolTitle proposal={proposal} />
              </strong>
              <span className="proposals-on">{proposal.targets.join(', ')}</span>
              <span className="proposals-when">
                <Moment time={proposal.endedAt ?? proposal.decidedAt ?? proposal.proposedAt} says="ago" />
              </span>
            </summary>
            <ProposalBody proposal={proposal} />
          </details>
        </li>
      ))}
    </ul>
  );
}
