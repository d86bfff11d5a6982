import { useTranslation } from 'react-i18next';
import type { DeviceAnswer } from '#contract/devices/device.ts';
import { Chip } from '../../parts/chip.tsx';
import type { Tone } from '../../parts/tones.ts';

const tones = { done: 'good', failed: 'bad', 'no-answer': 'held', offline: 'rest', busy: 'held' } satisfies Record<
  DeviceAnswer['status'],
  Tone
>;

/** What came of a call, in the place where it was asked for: the device's own words are set apart from ours. */
export function ToolAnswer({ answer: { status, text, images, reason, tookMs } }: { answer: DeviceAnswer }) {
  const { t } = useTranslation();
  return (
    <div className="tool-answer" role="status">
      <p>
        <Chip tone={tones[status]}>{t(`devices.answer.${status}`)}</Chip>
        <span className="quiet">{t('devices.took', { count: tookMs })}</span>
      </p>
      {status !== 'done' && reason !== null && <p className="quiet">{reason}</p>}
      {text !== null && text !== '' && <blockquote className="device-says">{text}</blockquote>}
      {images.map(({ mimeType, data }) => (
        <img
          key={data.slice(0, 64)}
          className="device-image"
          src={`data:${mimeType};base64,${data}`}
          alt={t('devices.image')}
        />
      ))}
    </div>
  );
}
