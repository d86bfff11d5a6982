import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePrincipal } from '../live/principal.ts';
import { useHalt } from '../live/use-halt.ts';
import './halt-banner.css';
import { HaltDialog } from './halt-dialog.tsx';
import { Moment } from './moment.tsx';

/** On every page while no command leaves for any station: who did it, since when and why, and how it ends. */
export function HaltBanner() {
  const { t } = useTranslation();
  const halt = useHalt();
  const principal = usePrincipal();
  const [isAsking, setIsAsking] = useState(false);
  const mayLift = principal?.role === 'administrator';
  return (
    <div role="alert" className="halt">
      {halt?.isOn === true && (
        <div className="halt-banner">
          <p>
            <strong>{t('halt.isOn')}</strong> {t('halt.by', { name: halt.byName ?? halt.by ?? '' })}
            {halt.since !== null && (
              <>
                {', '}
                <Moment time={halt.since} says="ago" />
              </>
            )}
            {halt.why !== null && halt.why !== '' && (
              <span className="halt-why">{t('halt.why', { why: halt.why })}</span>
            )}
          </p>
          {mayLift ? (
            <Button size="compact-md" fz="sm" color="red" variant="white" onClick={() => setIsAsking(true)}>
              {t('halt.lift')}
            </Button>
          ) : (
            <span>{t('halt.whoLifts')}</span>
          )}
        </div>
      )}
      {isAsking && <HaltDialog isOn={false} onClose={() => setIsAsking(false)} />}
    </div>
  );
}
