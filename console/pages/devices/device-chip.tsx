import { useTranslation } from 'react-i18next';
import type { Device, DeviceTool } from '#contract/devices/device.ts';
import { Chip } from '../../parts/chip.tsx';
import type { Tone } from '../../parts/tones.ts';

type ChipState = 'waiting' | 'blocked' | 'online' | 'offline';

const deviceTone = { waiting: 'door', blocked: 'bad', online: 'good', offline: 'rest' } satisfies Record<
  ChipState,
  Tone
>;
const trustTone = { new: 'door', changed: 'held', accepted: 'good', refused: 'bad' } satisfies Record<
  DeviceTool['trust'],
  Tone
>;

/** Whether it may come in, and if so whether it is there. */
export function DeviceChip({ device: { state, link } }: { device: Pick<Device, 'state' | 'link'> }) {
  const { t } = useTranslation();
  const shown: ChipState = state === 'active' ? (link.isOnline ? 'online' : 'offline') : state;
  return <Chip tone={deviceTone[shown]}>{t(`devices.state.${shown}`)}</Chip>;
}

export function TrustChip({ trust }: { trust: DeviceTool['trust'] }) {
  const { t } = useTranslation();
  return <span className={`chip tone-${trustTone[trust]}`}>{t(`devices.trust.${trust}`)}</span>;
}
