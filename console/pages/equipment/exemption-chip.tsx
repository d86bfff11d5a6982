import { useTranslation } from 'react-i18next';
import type { PasswordExemption } from '#contract/stations/station.ts';
import { Chip } from '../../parts/chip.tsx';
import { DayOf } from '../../parts/moment.tsx';

/** The station connects without a password, so whoever knows its id could speak for it. */
export function ExemptionChip({ exemption }: { exemption: PasswordExemption }) {
  const { t } = useTranslation();
  const { network, until, grantedBy, why } = exemption;
  return (
    <>
      <Chip tone="bad" title={t('link.exemption.about', { grantedBy, why })}>
        {t('link.exemption.word')}
      </Chip>
      <span className="link-reason">
        {t('link.exemption.from', { network })} <DayOf time={until} />
      </span>
    </>
  );
}
