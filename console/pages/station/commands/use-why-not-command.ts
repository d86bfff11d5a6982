import { useTranslation } from 'react-i18next';
import type { Station } from '#contract/stations/station.ts';
import { useKillSwitch } from '../../../api/use-kill-switch.ts';
import { useMay } from '../../../parts/use-may.ts';
import { exactTime } from '../../../text/time.ts';

/** Why nothing can be asked of a station now; undefined: it can. What the station lacks comes first: signing in would not help. */
export function useWhyNotCommand({ link, contest }: Pick<Station, 'link' | 'contest'>): string | undefined {
  const { t, i18n } = useTranslation();
  const may = useMay('stations:command');
  const killSwitch = useKillSwitch();
  if (link.state === 'pending') return t('station.whyNot.pending');
  if (link.state === 'offline') {
    if (link.since === null) return t('station.whyNot.never');
    return t('station.whyNot.offline', { since: exactTime(link.since, i18n.language) });
  }
  if (killSwitch?.isOn === true) return t('station.whyNot.killSwitch', { why: killSwitch.why ?? '–' });
  const frozenUntil = contest?.frozenUntil ?? null;
  if (frozenUntil !== null && Date.parse(frozenUntil) > Date.now()) return t('station.whyNot.contest');
  return may.told;
}
