import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRepairs } from '../../api/campaign-queries.ts';
import { duration } from '../../text/time.ts';

const monthMs = 30 * 86_400_000;

/** How long repairs took lately; nothing where none was done. */
export function RepairTime() {
  const { t, i18n } = useTranslation();
  const [now] = useState(() => Date.now()); // the question stays the same while the page is open
  const { data } = useRepairs({ from: new Date(now - monthMs).toISOString(), to: new Date(now).toISOString() });
  const seconds = data?.meanSecondsToRepair ?? null;
  if (data === undefined || seconds === null) return null;
  const mean = duration(0, Math.max(60, seconds) * 1000, i18n.language);
  return <p className="quiet">{t('tickets.repairTime', { count: data.repairs, mean })}</p>;
}
