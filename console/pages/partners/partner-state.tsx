import { useTranslation } from 'react-i18next';
import type { Partner } from '#contract/roaming/partner.ts';
import { Chip } from '../../parts/chip.tsx';
import type { Tone } from '../../parts/tones.ts';

const tones = {
  invited: 'door',
  connecting: 'busy',
  unconfirmed: 'held',
  connected: 'good',
  leaving: 'held',
  left: 'rest',
} as const satisfies Record<Partner['state'], Tone>;

/** How it stands with a partner, and whether anything reaches it. */
export function PartnerState({ state, silentSince }: Pick<Partner, 'state' | 'silentSince'>) {
  const { t } = useTranslation();
  return (
    <>
      <Chip tone={tones[state]}>{t(`partners.states.${state}`)}</Chip>
      {silentSince !== null && (
        <>
          {' '}
          <Chip tone="bad">{t('partners.silent')}</Chip>
        </>
      )}
    </>
  );
}
