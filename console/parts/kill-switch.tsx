import './kill-switch-banner.css';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePrincipal } from '../api/principal.ts';
import { useKillSwitch } from '../api/use-kill-switch.ts';
import { lazyPart } from './lazy-part.tsx';
import { Moment } from './moment.tsx';

const KillSwitchDialog = lazyPart(async () => (await import('./kill-switch-dialog.tsx')).KillSwitchDialog);

/** On every page while no command leaves for any station: who did it, since when and why, and how it ends. */
export function KillSwitchBanner() {
  const { t } = useTranslation();
  const killSwitch = useKillSwitch();
  const principal = usePrincipal();
  const [isAsking, setIsAsking] = useState(false);
  const mayLift = principal?.role === 'administrator';
  return (
    <div role="alert" className="kill-switch">
      {killSwitch?.isOn === true && (
        <div className="kill-switch-banner">
          <p>
            <strong>{t('killSwitch.isOn')}</strong>{' '}
            {t('killSwitch.by', { name: killSwitch.byName ?? killSwitch.by ?? '' })}
            {killSwitch.since !== null && (
              <>
                {', '}
                <Moment time={killSwitch.since} says="ago" />
              </>
            )}
            {killSwitch.why !== null && killSwitch.why !== '' && (
              <span className="kill-switch-why">{t('killSwitch.why', { why: killSwitch.why })}</span>
            )}
          </p>
          {mayLift ? (
            <Button size="compact-md" fz="sm" color="red" variant="white" onClick={() => setIsAsking(true)}>
              {t('killSwitch.lift')}
            </Button>
          ) : (
            <span>{t('killSwitch.whoLifts')}</span>
          )}
        </div>
      )}
      {isAsking && <KillSwitchDialog isOn={false} onClose={() => setIsAsking(false)} />}
    </div>
  );
}
