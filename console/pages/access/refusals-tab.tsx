import { useTranslation } from 'react-i18next';
import { StationFilter } from '../sessions/station-filter.tsx';
import type { TabProps } from './access-page.tsx';
import { RefusalList } from './refusal-list.tsx';

/** Who was refused, why, and what to change. */
export function RefusalsTab({ filter, onChange }: TabProps) {
  const { t } = useTranslation();
  return (
    <>
      <div className="tab-bar">
        <StationFilter value={filter.station ?? ''} onChange={(station) => onChange({ station })} />
        <p className="quiet">{t('refusals.help')}</p>
      </div>
      <RefusalList asked={{ stationId: filter.station, tokenId: filter.token }} none={t('refusals.none')} />
    </>
  );
}
