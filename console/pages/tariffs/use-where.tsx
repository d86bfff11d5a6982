import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSites } from '../../api/site-queries.ts';
import { useAssignments } from '../../api/tariff-queries.ts';
import { Choice } from '../../parts/choice.tsx';
import { assignTariff, rivalOf } from './assign-tariff.ts';

const nowhere = 'nowhere';
const everywhere = 'everywhere';

/** Where a new tariff will hold. What holds there already is named with the place, and gives way to it. */
export function useWhere(firstSite: string | undefined) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const sites = useSites().data?.sites ?? [];
  const held = useAssignments().data?.assignments ?? [];
  const placeOf = (place: string) => (place === everywhere ? {} : { siteId: place });
  const [chosen, setPlace] = useState<string | null>(null);
  const isFirstThere = firstSite !== undefined && sites.some(({ id }) => id === firstSite);
  // What everybody pays is not taken away unless somebody says so.
  const usual = rivalOf(held, {}) === undefined ? everywhere : nowhere;
  const place = chosen ?? (isFirstThere ? firstSite : usual);
  const site = sites.find(({ id }) => id === place);
  const nameOf = (name: string, value: string) => {
    const other = rivalOf(held, placeOf(value));
    return other === undefined ? name : t('tariff.form.instead', { place: name, other: other.tariffId });
  };

  async function hold(tariffId: string): Promise<void> {
    if (place === nowhere) return;
    const wanted = { tariffId, ...placeOf(place) };
    const other = rivalOf(held, wanted);
    try {
      await assignTariff(wanted, other);
    } finally {
      await queries.invalidateQueries({ queryKey: ['assignments'] });
    }
  }

  return {
    isNowhere: place === nowhere,
    placeName: site?.name ?? t('access.everywhere'),
    hold,
    /** A site takes tariffs in its own currency only. */
    whyNot: (currency: string) =>
      site === undefined || site.currency === currency
        ? undefined
        : t('tariff.whyNot.otherCurrency', { site: site.name, currency: site.currency }),
    field: (
      <div className="tariff-where">
        <Choice
          label={t('tariff.form.where')}
          description={t('tariff.form.whereHelp')}
          value={place}
          options={[
            { value: nowhere, label: t('tariff.form.nowhere') },
            { value: everywhere, label: nameOf(t('access.everywhere'), everywhere) },
            ...sites.map(({ id, name }) => ({ value: id, label: nameOf(name, id) })),
          ]}
          onChange={setPlace}
        />
      </div>
    ),
  };
}
