import { useTranslation } from 'react-i18next';
import type { Campaign, CampaignStation } from '#contract/campaigns/campaign.ts';
import { Chip } from '../../parts/chip.tsx';
import type { Tone } from '../../parts/tones.ts';

const campaignTone = {
  running: 'busy',
  paused: 'held',
  stopped: 'bad',
  canceled: 'rest',
  done: 'good',
} as const satisfies Record<Campaign['state'], Tone>;

const stationTone = {
  waiting: 'rest',
  asked: 'busy',
  checking: 'busy',
  done: 'good',
  failed: 'bad',
  skipped: 'rest',
  'rolling-back': 'held',
  'rolled-back': 'held',
} as const satisfies Record<CampaignStation['state'], Tone>;

export function CampaignChip({ state }: Pick<Campaign, 'state'>) {
  const { t } = useTranslation();
  return <Chip tone={campaignTone[state]}>{t(`campaigns.state.${state}`)}</Chip>;
}

export function CampaignStationChip({ state }: Pick<CampaignStation, 'state'>) {
  const { t } = useTranslation();
  return <Chip tone={stationTone[state]}>{t(`campaigns.station.${state}`)}</Chip>;
}
