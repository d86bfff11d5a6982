import { useTranslation } from 'react-i18next';
import { useReadiness } from '../live/use-readiness.ts';
import './kill-switch-banner.css';
import { Moment } from './moment.tsx';

/** On every page while the server cannot write: pages can still be read then, and nothing else would show it. */
export function ReadinessBanner() {
  const { t } = useTranslation();
  const { causes: [cause] = [], since = null } = useReadiness() ?? {};
  return (
    <div role="alert">
      {cause !== undefined && (
        <div className="kill-switch-banner">
          <p>
            {t(`notReady.${cause}`)}{' '}
            {since !== null && (
              <>
                (<Moment time={since} says="for" />)
              </>
            )}
          </p>
        </div>
      )}
    </div>
  );
}
