import { useTranslation } from 'react-i18next';
import { useAbout } from '../../api/principal.ts';
import { Card } from '../../parts/card.tsx';
import { CopyLine } from '../../parts/copy-line.tsx';
import { QrPicture } from '../../parts/qr-picture.tsx';

/** Where a device asks for its settings: the address to type into it, or to read with a phone. */
export function ConnectCard() {
  const { t } = useTranslation();
  const about = useAbout().data;
  if (about === undefined) return null;
  const { devices: address } = about.addresses;
  return (
    <Card title={t('devices.connect')} className="device-connect">
      <div className="device-connect-parts">
        <div>
          <p className="device-note">{t(address === null ? 'devices.connectOff' : 'devices.connectHelp')}</p>
          {address !== null && <CopyLine value={address} what={t('devices.otaAddress')} />}
          {address !== null && <p className="device-note">{t('devices.connectNext')}</p>}
          <p className="device-note">{t('devices.connectTry')}</p>
          <CopyLine value="npx sigec simulate devices 1" what={t('empty.command')} />
        </div>
        {address !== null && <QrPicture text={address} label={t('devices.qr')} size={148} />}
      </div>
    </Card>
  );
}
