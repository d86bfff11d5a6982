import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { places } from '#contract/access/group.ts';
import { openingHours } from '#contract/stations/site.ts';
import { useDriverNames, useGroups } from '../../api/access-queries.ts';
import { isKnownWord } from '../../parts/known-word.ts';
import { exactTime } from '../../text/time.ts';
import { useHoursText } from '../sites/hours-text.ts';
import { usePlacesText } from './places-text.ts';

const text = z.string();

/** What a decision was made by, each fact in a few words; one that we do not know is not shown. */
export function useRefusalWords() {
  const { t, i18n } = useTranslation();
  const groups = useGroups().data?.groups;
  const names = useDriverNames();
  const placesText = usePlacesText();
  const hoursText = useHoursText();
  const groupName = (id: string) => groups?.find((group) => group.id === id)?.name ?? id;

  function told(name: string, value: unknown): string | null {
    if (value === null) return name === 'groupId' ? t('refusals.fact.noGroup') : null;
    if (name === 'places') {
      const read = places.safeParse(value);
      return read.success ? t('refusals.fact.places', { value: placesText(read.data) }) : null;
    }
    if (name === 'openingHours') {
      const read = openingHours.safeParse(value);
      return read.success ? t('refusals.fact.openingHours', { value: hoursText(read.data) }) : null;
    }
    if (name === 'admits') {
      const read = z.array(text).safeParse(value);
      return read.success ? t('refusals.fact.admits', { value: read.data.map(groupName).join(', ') }) : null;
    }
    const read = text.safeParse(value);
    if (!read.success || !isKnownWord('refusals.fact', name)) return null;
    return t(`refusals.fact.${name}`, { value: shown(name, read.data) });
  }

  function shown(name: string, value: string): string {
    if (name === 'validFrom' || name === 'expiresAt' || name === 'startedAt' || name === 'happenedAt') {
      return exactTime(value, i18n.language);
    }
    if (name === 'groupId') return groupName(value);
    if (name === 'driverId') return names?.get(value) ?? t('drivers.forgotten');
    const isType = name === 'known' || name === 'presented';
    return isType && isKnownWord('tokens.type', value) ? t(`tokens.type.${value}`) : value;
  }

  return {
    facts: (facts: Record<string, unknown>): string[] =>
      Object.entries(facts)
        .map(([name, value]) => told(name, value))
        .filter((line) => line !== null),
  };
}
