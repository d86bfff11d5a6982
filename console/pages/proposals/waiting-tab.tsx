import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePrincipal } from '../../live/principal.ts';
import { useProposals } from '../../live/use-proposals.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { keptOpen } from './open-proposals.ts';
import { ProposalCard } from './proposal-card.tsx';

export function WaitingTab() {
  const { t } = useTranslation();
  const me = usePrincipal();
  const { data, error } = useProposals();
  const [seen, setSeen] = useState<readonly string[]>([]);
  const ids = keptOpen(seen, data?.proposals ?? []);
  if (ids.length !== seen.length) setSeen(ids);
  if (me?.kind !== 'person') return <p className="proposals-none">{t('proposals.signIn')}</p>;
  if (error !== null) return <ProblemNote title={t('proposals.readFailed')} problem={error} />;
  if (data === undefined) return <Skeleton height={180} radius="md" />;
  if (ids.length === 0) return <p className="proposals-none">{t('proposals.none')}</p>;
  const shown = ids.flatMap((id) => data.proposals.find((each) => each.id === id) ?? []);
  return (
    <ul className="proposals" aria-label={t('proposals.tab.waiting')}>
      {shown.map((proposal) => (
        <li key={proposal.id}>
          <ProposalCard proposal={proposal} />
        </li>
      ))}
    </ul>
  );
}
