import { useTranslation } from 'react-i18next';
import type { Ticket } from '#contract/tickets/ticket.ts';
import { Chip } from '../../parts/chip.tsx';
import type { Tone } from '../../parts/tones.ts';

const tones = { low: 'rest', medium: 'held', high: 'bad' } as const satisfies Record<Ticket['severity'], Tone>;

export function SeverityChip({ severity }: Pick<Ticket, 'severity'>) {
  const { t } = useTranslation();
  return <Chip tone={tones[severity]}>{t(`tickets.severities.${severity}`)}</Chip>;
}
