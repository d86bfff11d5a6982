import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { addSimulatedStation } from '../../api/now-queries.ts';
import { usePrincipal } from '../../api/principal.ts';
import { unlessBlocked } from '../../parts/blocked.ts';
import { SignInLink } from '../../parts/may-note.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { useAdministers } from '../../parts/use-administers.ts';
import { useChange } from '../../parts/use-change.ts';
import './simulate-button.css';

/** A station that the server plays itself, for whoever has no charger at hand. */
export function SimulateButton() {
  const { t } = useTranslation();
  const principal = usePrincipal();
  const administers = useAdministers();
  const simulate = useChange({ send: addSimulatedStation, touches: ['simulated-stations'] });
  const whyNot =
    principal === null ? t('now.first.signIn') : administers ? undefined : t('now.first.needsAdministrator');
  return (
    <>
      {simulate.error !== null && <ProblemNote problem={simulate.error} />}
      <p className="simulate">
        <Button loading={simulate.isPending} {...unlessBlocked(whyNot, () => simulate.mutate())}>
          {t('now.first.simulate')}
        </Button>
        {whyNot !== undefined && (
          <span className="quiet">
            {whyNot} {principal === null && <SignInLink />}
          </span>
        )}
      </p>
    </>
  );
}
