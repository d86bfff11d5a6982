import { useTranslation } from 'react-i18next';
import { Chip } from '../../parts/chip.tsx';
import type { Tone } from '../../parts/tones.ts';
import type { Standing } from './standing.ts';

const tones = {
  good: 'good',
  blocked: 'bad',
  forgotten: 'rest',
  expired: 'rest',
  'not-yet-valid': 'held',
  'driver-blocked': 'bad',
  'no-card': 'held',
  'no-good-card': 'held',
} as const satisfies Record<Standing, Tone>;

/** Whether a driver, a token or a group may charge, as far as they themselves are concerned. */
export function StandingChip({ standing }: { standing: Standing }) {
  const { t } = useTranslation();
  return <Chip tone={tones[standing]}>{t(`access.standing.${standing}`)}</Chip>;
}
