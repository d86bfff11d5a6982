import accessEn from './en/access.json' with { type: 'json' };
import billEn from './en/bill.json' with { type: 'json' };
import devicesEn from './en/devices.json' with { type: 'json' };
import killSwitchEn from './en/kill-switch.json' with { type: 'json' };
import partsEn from './en/parts.json' with { type: 'json' };
import proposalsEn from './en/proposals.json' with { type: 'json' };
import reportsEn from './en/reports.json' with { type: 'json' };
import reservationsEn from './en/reservations.json' with { type: 'json' };
import sitesEn from './en/sites.json' with { type: 'json' };
import tariffsEn from './en/tariffs.json' with { type: 'json' };
import firstEn from './en.json' with { type: 'json' };
import accessPt from './pt-BR/access.json' with { type: 'json' };
import billPt from './pt-BR/bill.json' with { type: 'json' };
import devicesPt from './pt-BR/devices.json' with { type: 'json' };
import killSwitchPt from './pt-BR/kill-switch.json' with { type: 'json' };
import partsPt from './pt-BR/parts.json' with { type: 'json' };
import proposalsPt from './pt-BR/proposals.json' with { type: 'json' };
import reportsPt from './pt-BR/reports.json' with { type: 'json' };
import reservationsPt from './pt-BR/reservations.json' with { type: 'json' };
import sitesPt from './pt-BR/sites.json' with { type: 'json' };
import tariffsPt from './pt-BR/tariffs.json' with { type: 'json' };
import firstPt from './pt-BR.json' with { type: 'json' };

/** Every text, a file per subject. */
export const en = {
  ...firstEn,
  ...partsEn,
  ...sitesEn,
  ...accessEn,
  ...tariffsEn,
  ...reservationsEn,
  ...reportsEn,
  ...billEn,
  ...proposalsEn,
  ...killSwitchEn,
  ...devicesEn,
};

export const ptBR = {
  ...firstPt,
  ...partsPt,
  ...sitesPt,
  ...accessPt,
  ...tariffsPt,
  ...reservationsPt,
  ...reportsPt,
  ...billPt,
  ...proposalsPt,
  ...killSwitchPt,
  ...devicesPt,
};
