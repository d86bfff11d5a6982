import { Button, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { energyApi } from '#contract/api/energy.ts';
import { type SiteEnergy, siteEnergy } from '#contract/energy/site-energy.ts';
import { type Connection, siteEvse } from '#contract/energy/site-tree.ts';
import type { SiteDetail } from '#contract/stations/site.ts';
import { call } from '../../api/call.ts';
import { unlessBlocked } from '../../parts/blocked.ts';
import { Card } from '../../parts/card.tsx';
import { Choice } from '../../parts/choice.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { useChange } from '../../parts/use-change.ts';
import { useMay } from '../../parts/use-may.ts';
import { IssuesContext, issuesOf } from './issues.ts';
import { NumberField } from './number-field.tsx';
import { evsesOf, type StationEvses, simpleTree } from './site-drawing.ts';

type Props = {
  site: SiteDetail;
  stations: readonly StationEvses[];
  onDraw: (settings: SiteEnergy) => void;
  onSaved: () => void;
};

const simpleAmounts = z.object({ limitA: siteEvse.shape.maxA, maxA: siteEvse.shape.maxA });

/** The first drawing of a site: one limit for all, in four questions; whoever has more to say goes on to the whole drawing. */
export function SimpleStart({ site, stations, onDraw, onSaved }: Props) {
  const { t } = useTranslation();
  const may = useMay('sites:change');
  const [limitA, setLimitA] = useState<number | null>(63);
  const [maxA, setMaxA] = useState<number | null>(32);
  const [connection, setConnection] = useState<Connection>('three-phase');
  const [mode, setMode] = useState<'plan' | 'control'>('control');
  const evses = evsesOf(stations);
  const amounts = simpleAmounts.safeParse({ limitA, maxA });
  const settings = amounts.success
    ? siteEnergy.safeParse({
        mode,
        tree: { nodes: simpleTree({ ...amounts.data, connection, name: t('energy.kind.grid-connection'), stations }) },
      })
    : null;
  const save = useChange({
    send: async () => {
      if (settings?.data !== undefined) await call(energyApi.set, { params: { id: site.id }, body: settings.data });
    },
    touches: ['energy'],
    said: () => t('energy.draw.saved'),
    onDone: onSaved,
  });
  if (evses.length === 0) return <NoStations site={site} />;
  const whyNot = may.told ?? (settings?.success === true ? undefined : t('energy.draw.aboveZero'));
  return (
    <IssuesContext value={issuesOf(amounts)}>
      <Card title={t('energy.start.title')}>
        <p className="quiet energy-about">{t('energy.start.help', { count: evses.length })}</p>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (whyNot === undefined) save.mutate();
          }}
        >
          <Stack gap="md" maw={640}>
            <div className="form-row">
              <NumberField
                label={t('energy.start.limit')}
                description={t('energy.start.limitHelp')}
                value={limitA}
                path="limitA"
                onChange={setLimitA}
              />
              <NumberField
                label={t('energy.start.max')}
                description={t('energy.start.maxHelp')}
                value={maxA}
                path="maxA"
                onChange={setMaxA}
              />
            </div>
            <Choice
              label={t('energy.evse.connection')}
              value={connection}
              options={(['three-phase', 'single-phase', 'line-to-line', 'direct-current'] as const).map((value) => ({
                value,
                label: t(`energy.evse.connections.${value}`),
              }))}
              onChange={setConnection}
            />
            <Radio.Group
              label={t('energy.mode.title')}
              value={mode}
              onChange={(value) => setMode(value === 'plan' ? 'plan' : 'control')}
            >
              <Stack gap="xs" mt="xs">
                <Radio value="control" label={t('energy.mode.control')} description={t('energy.mode.controlHelp')} />
                <Radio value="plan" label={t('energy.mode.plan')} description={t('energy.mode.planHelp')} />
              </Stack>
            </Radio.Group>
            <p className="energy-hint">
              {t('energy.start.stations', { names: stations.map(({ stationId }) => stationId).join(', ') })}
            </p>
            {save.error !== null && <ProblemNote problem={save.error} />}
            <div className="energy-buttons">
              <Button type="submit" loading={save.isPending} {...unlessBlocked(whyNot)}>
                {t('energy.start.submit')}
              </Button>
              <Button
                variant="default"
                {...unlessBlocked(settings?.success === true ? undefined : t('energy.draw.aboveZero'), () => {
                  if (settings?.data !== undefined) onDraw(settings.data);
                })}
              >
                {t('energy.start.more')}
              </Button>
              <span className="form-why-not">{whyNot}</span>
            </div>
          </Stack>
        </form>
      </Card>
    </IssuesContext>
  );
}

function NoStations({ site }: { site: SiteDetail }) {
  const { t } = useTranslation();
  return (
    <Card title={t('energy.start.noStations')}>
      <p>{t('energy.start.noStationsHelp')}</p>
      <ButtonLink to="/sites/$id" params={{ id: site.id }}>
        {t('energy.start.toSite')}
      </ButtonLink>
    </Card>
  );
}
