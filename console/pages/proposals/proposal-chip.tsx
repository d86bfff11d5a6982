import { useTranslation } from 'react-i18next';
import type { ProposalState } from '#contract/agents/proposal.ts';
import { Chip } from '../../parts/chip.tsx';
import type { Tone } from '../../parts/tones.ts';

const tones = {
  proposed: 'door',
  approved: 'held',
  denied: 'rest',
  applying: 'busy',
  applied: 'good',
  failed: 'bad',
  stale: 'bad',
  expired: 'rest',
  cancelled: 'rest',
} as const satisfies Record<ProposalState, Tone>;

export function ProposalChip({ state }: { state: ProposalState }) {
  const { t } = useTranslation();
  return (
    <Chip tone={tones[state]} title={t(`proposals.help.${state}`)}>
      {t(`proposals.state.${state}`)}
    </Chip>
  );
}
