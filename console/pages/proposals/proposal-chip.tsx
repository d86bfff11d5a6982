import { useTranslation } from 'react-i18next';
import type { ProposalState } from '#contract/agents/proposal.ts';
import '../../parts/chip.css';
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
    <span className={`chip tone-${tones[state]}`} title={t(`proposals.help.${state}`)}>
      <span className="dot" />
      {t(`proposals.state.${state}`)}
    </span>
  );
}
