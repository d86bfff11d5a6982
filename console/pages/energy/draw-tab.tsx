import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { energyApi } from '#contract/api/energy.ts';
import { type SiteEnergy, type StoredSiteEnergy, siteEnergy } from '#contract/energy/site-energy.ts';
import type { SiteDetail } from '#contract/stations/site.ts';
import { send } from '../../api/call.ts';
import { useBoard } from '../../live/live-provider.tsx';
import { ActionButton } from '../../parts/action-button.tsx';
import { Card } from '../../parts/card.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useChange } from '../../parts/use-change.ts';
import { DrawForm } from './draw-form.tsx';
import { SimpleStart } from './simple-start.tsx';
import type { StationEvses } from './site-drawing.ts';

type Props = { site: SiteDetail; settings: StoredSiteEnergy | null };

/** How the site is fed and limited: first simply, then with everything that stands there. */
export function DrawTab({ site, settings }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const stations = useStationsOf(site);
  const [draft, setDraft] = useState<SiteEnergy | null>(() =>
    settings === null ? null : siteEnergy.parse(plain(settings)),
  );
  const [isRemoving, setIsRemoving] = useState(false);
  const showPlan = () => void navigate({ to: '/energy/$id', params: { id: site.id }, search: {} });
  if (draft === null) return <SimpleStart site={site} stations={stations} onDraw={setDraft} onSaved={showPlan} />;
  return (
    <>
      <DrawForm siteId={site.id} stations={stations} draft={draft} onDraft={setDraft} onSaved={showPlan} />
      {settings !== null && (
        <Card title={t('energy.remove.title')}>
          <p className="quiet energy-about">{t('energy.remove.explain')}</p>
          <ActionButton scope="sites:change" variant="outline" color="red" onClick={() => setIsRemoving(true)}>
            {t('energy.remove.button')}
          </ActionButton>
        </Card>
      )}
      {isRemoving && <RemoveDialog site={site} onClose={() => setIsRemoving(false)} />}
    </>
  );
}

/** Without who made them and when, which is not ours to say. */
function plain({
  siteId: _site,
  version: _version,
  changedAt: _at,
  changedBy: _by,
  ...settings
}: StoredSiteEnergy): SiteEnergy {
  return settings;
}

/** The stations that stand there with their EVSEs; one that told of none yet has at least one. */
function useStationsOf(site: SiteDetail): StationEvses[] {
  const { stations } = useBoard();
  return site.stations.map(({ stationId }) => {
    const known = stations.find(({ id }) => id === stationId)?.connectors.map(({ evseId }) => evseId) ?? [];
    const evseIds = [...new Set(known.filter((evseId) => evseId > 0))].toSorted((one, other) => one - other);
    return { stationId, evseIds: evseIds.length === 0 ? [1] : evseIds };
  });
}

function RemoveDialog({ site: { id, name }, onClose }: { site: SiteDetail; onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const remove = useChange({
    send: () => send(energyApi.remove, { params: { id } }),
    touches: ['energy'],
    said: () => t('energy.remove.done', { name }),
    onDone: () => navigate({ to: '/energy' }),
  });
  return (
    <FormDialog
      title={t('energy.remove.of', { name })}
      submit={t('energy.remove.button')}
      save={remove}
      onClose={onClose}
      explain={t('energy.remove.explain')}
      isGrave
    />
  );
}
