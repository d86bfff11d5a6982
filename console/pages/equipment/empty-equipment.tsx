import { useTranslation } from 'react-i18next';
import { useAbout } from '../../api/principal.ts';
import { CopyLine } from '../../parts/copy-line.tsx';
import { isLoopback } from '../../parts/is-loopback.ts';
import { SimulateButton } from './simulate-button.tsx';

const fleet = 'npx sigec simulate fleet 5';
const demo = 'npm start -- --demo';

/** The page before the first station: what to type into a charger, and how to try without one. */
export function EmptyEquipment() {
  const { t } = useTranslation();
  const { ocppTls, ocpp } = useAbout().data?.addresses ?? {};
  const address = ocppTls ?? ocpp;
  return (
    <div className="first-station">
      <h1>{t('empty.title')}</h1>
      <p className="quiet">{t('empty.help')}</p>
      <div className="first-ways">
        <section>
          <h2>{t('empty.real')}</h2>
          <p className="quiet">{t('empty.realHelp')}</p>
          {address !== undefined && (
            <CopyLine value={withSlash(address)} what={t('empty.address')}>
              {withSlash(address)}
              <em>{t('empty.realName')}</em>
            </CopyLine>
          )}
          {address !== undefined && isLoopback(address) && <p className="quiet first-note">{t('empty.loopback')}</p>}
        </section>
        <section>
          <h2>{t('empty.simulated')}</h2>
          <p className="quiet">{t('empty.simulatedHelp')}</p>
          <SimulateButton />
          <h3>{t('empty.fleet')}</h3>
          <CopyLine value={fleet} what={t('empty.command')} />
          <h3>{t('empty.demo')}</h3>
          <CopyLine value={demo} what={t('empty.command')} />
        </section>
      </div>
    </div>
  );
}

function withSlash(address: string): string {
  return address.endsWith('/') ? address : `${address}/`;
}
