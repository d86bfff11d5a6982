import { Skeleton } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionDetail } from '#contract/sessions/detail.ts';
import { useSessionCurve } from '../../api/session-queries.ts';
import { Card } from '../../parts/card.tsx';
import { CurveChart } from '../../parts/curve/curve-chart.tsx';
import type { PanelData } from '../../parts/curve/panel.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { energyText, numberText, powerText } from '../../text/quantities.ts';
import { shownCurves } from './shown-curves.ts';

/** What flowed, and when. */
export function SessionCurveCard({ session }: { session: SessionDetail }) {
  const { t, i18n } = useTranslation();
  const { id, firstRegisterWh } = session;
  const { data: curve, error } = useSessionCurve(id);
  const { language } = i18n;
  const panels = useMemo(() => {
    if (curve === undefined) return [];
    const { power, energy, charge } = shownCurves(curve, firstRegisterWh);
    const shown: PanelData[] = [];
    if (power !== null) {
      shown.push({
        name: t('curve.power'),
        unit: 'kW',
        tone: 'power',
        points: power.points,
        isStepped: power.isDerived,
        note: power.isDerived ? t('curve.derived') : power.phase === null ? undefined : t('curve.phase', power),
        format: (kw) => powerText(kw * 1000, language),
      });
    }
    if (energy !== null) {
      shown.push({
        name: t('curve.energy'),
        unit: 'kWh',
        tone: 'energy',
        points: energy.points,
        format: (kwh) => energyText(kwh * 1000, language),
      });
    }
    if (charge !== null) {
      shown.push({
        name: t('curve.charge'),
        unit: '%',
        tone: 'charge',
        points: charge.points,
        most: 100,
        format: (percent) => `${numberText(percent, language, 0)} %`,
      });
    }
    return shown;
  }, [curve, firstRegisterWh, language, t]);

  return (
    <Card title={t('curve.title')} className="session-curve">
      {curve === undefined && error !== null && <ProblemNote title={t('curve.readFailed')} problem={error} />}
      {curve === undefined && error === null && <Skeleton height={356} />}
      {curve !== undefined && <Curves panels={panels} from={curve.from} to={curve.to} />}
    </Card>
  );
}

type CurvesProps = { panels: readonly PanelData[]; from: string | null; to: string | null };

function Curves({ panels, from, to }: CurvesProps) {
  const { t } = useTranslation();
  const isThere = from !== null && to !== null && panels.length > 0;
  if (!isThere) return <p className="curve-none">{t('curve.none')}</p>;
  if (from === to) return <p className="curve-none">{t('curve.one')}</p>;
  return <CurveChart label={t('curve.label')} panels={panels} from={Date.parse(from)} to={Date.parse(to)} />;
}
