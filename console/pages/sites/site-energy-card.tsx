import { Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useEnergySites, useEnergyStatus } from '../../api/energy-queries.ts';
import { Card } from '../../parts/card.tsx';
import { Chip } from '../../parts/chip.tsx';
import { Big, Fact } from '../../parts/facts.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import '../energy/energy-texts.ts';
import './site-page.css';
import { modeTone } from '../energy/mode-tone.ts';
import { usePlanWords } from '../energy/use-plan-words.ts';

/** What flows at a site now under which limit; what is behind it has a page of its own. */
export function SiteEnergyCard({ siteId }: { siteId: string }) {
  const { t } = useTranslation();
  const { data, error } = useEnergySites();
  const isDrawn = data?.sites.some((each) => each.siteId === siteId) ?? false;
  return (
    <Card
      title={t('energy.title')}
      actions={
        <ButtonLink to="/energy/$id" params={{ id: siteId }} variant="default" size="compact-md" fz="sm">
          {t(isDrawn || data === undefined ? 'energy.open' : 'energy.drawIt')}
        </ButtonLink>
      }
    >
      {error !== null && <ProblemNote problem={error} />}
      {isDrawn && <Flow siteId={siteId} />}
      {data !== undefined && !isDrawn && <p className="quiet">{t('sites.noEnergy')}</p>}
    </Card>
  );
}

function Flow({ siteId }: { siteId: string }) {
  const { t } = useTranslation();
  const words = usePlanWords();
  const { data, error } = useEnergyStatus(siteId, true);
  if (data === undefined) return error === null ? null : <ProblemNote problem={error} />;
  const { mode, chargingW, importW, limitW } = data;
  const power = words.power(chargingW);
  return (
    <>
      <dl className="facts">
        <Big name={t('energy.figure.charging')}>
          {limitW === null ? power : t('energy.ofLimit', { power, limit: words.power(limitW) })}
        </Big>
        {importW !== null && <Fact name={t('sites.fromGrid')}>{words.power(importW)}</Fact>}
        <Fact name={t('energy.mode.title')}>
          <Chip tone={modeTone[mode]}>{t(`energy.mode.${mode}`)}</Chip>
        </Fact>
      </dl>
      {limitW !== null && limitW > 0 && (
        <Progress
          className="site-flow"
          value={Math.min(100, (100 * chargingW) / limitW)}
          aria-label={t('energy.figure.charging')}
        />
      )}
    </>
  );
}
