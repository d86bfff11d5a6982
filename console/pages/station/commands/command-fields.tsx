import { Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Station } from '#contract/stations/station.ts';
import { Choice } from '../../../parts/choice.tsx';
import { isKnownWord } from '../../../parts/known-word.ts';
import { usePeople } from '../../access/find-card.ts';
import type { Draft, Field, Place } from './command-rows.ts';

/** What a person has filled in so far. */
export type Typed = { draft: Draft; place: Place; chosen: string | null; card: string };

type Props = {
  station: Station;
  fields: readonly Field[];
  typed: Typed;
  cardProblem: string | null;
  onChange: (part: Partial<Typed>) => void;
};

/** The fields of a command, each as its row describes it. */
export function CommandFields({ station, fields, typed, cardProblem, onChange }: Props) {
  return fields.map((field) => {
    switch (field.kind) {
      case 'place':
        return <PlaceField key="place" station={station} field={field} typed={typed} onChange={onChange} />;
      case 'card':
        return <CardFields key="card" typed={typed} problem={cardProblem} onChange={onChange} />;
      default:
        return <PlainField key={field.name} field={field} typed={typed} onChange={onChange} />;
    }
  });
}

type Change = Pick<Props, 'typed' | 'onChange'>;

type PlainProps = {
  field: Field & { kind: 'choice' | 'number' };
  typed: Pick<Typed, 'draft'>;
  onChange: (part: Pick<Typed, 'draft'>) => void;
};

export function PlainField({ field, typed: { draft }, onChange }: PlainProps) {
  const { t } = useTranslation();
  const { name } = field;
  const value = draft[name] ?? '';
  const set = (text: string) => onChange({ draft: { ...draft, [name]: text } });
  const wordOf = (option: string) => (isKnownWord('station.option', option) ? t(`station.option.${option}`) : option);
  if (field.kind === 'choice') {
    return (
      <Choice
        label={t(`station.field.${name}`)}
        value={value}
        options={field.options.map((option) => ({ value: option, label: wordOf(option) }))}
        onChange={set}
      />
    );
  }
  return (
    <TextInput
      label={t(`station.field.${name}`)}
      description={field.isOptional === true ? t('station.field.optional') : undefined}
      inputMode="decimal"
      autoComplete="off"
      value={value}
      onChange={({ currentTarget }) => set(currentTarget.value)}
    />
  );
}

type PlaceProps = Change & { station: Station; field: Field & { kind: 'place' } };

function PlaceField({ station: { connectors }, field, typed: { place }, onChange }: PlaceProps) {
  const { t } = useTranslation();
  const evses = [...new Set(connectors.map(({ evseId }) => evseId).filter((evseId) => evseId > 0))];
  const options = evses.flatMap((evseId) => {
    const plugs = connectors.filter((connector) => connector.evseId === evseId);
    const whole = { value: String(evseId), label: t('station.place.evse', { evse: evseId }) };
    if (field.reach !== 'connector') return [whole];
    const each = plugs.map(({ connectorId }) => ({
      value: `${evseId}.${connectorId}`,
      label: t('station.place.connector', { evse: evseId, connector: connectorId }),
    }));
    return field.isWholeOffered && each.length > 1 ? [whole, ...each] : each;
  });
  const value = [place.evseId, place.connectorId].filter((part) => part !== undefined).join('.');
  return (
    <Choice
      label={t('station.field.place')}
      none={t(field.isWholeOffered ? 'connector.whole' : 'station.place.choose')}
      value={value}
      options={options}
      onChange={(chosen) => {
        const [evseId, connectorId] = chosen.split('.').map(Number);
        onChange({
          place: chosen === '' ? {} : { evseId, ...(connectorId !== undefined && { connectorId }) },
        });
      }}
    />
  );
}

function CardFields({ typed, problem, onChange }: Change & { problem: string | null }) {
  const { t } = useTranslation();
  return (
    <>
      <Select
        label={t('reservations.whom')}
        data={usePeople()}
        searchable
        clearable
        limit={50}
        nothingFoundMessage={t('reservations.whomNone')}
        value={typed.chosen}
        onChange={(chosen) => onChange({ chosen })}
      />
      {typed.chosen === null && (
        <TextInput
          label={t('reservations.orNumber')}
          maxLength={255}
          autoComplete="off"
          spellCheck={false}
          value={typed.card}
          error={problem}
          onChange={({ currentTarget }) => onChange({ card: currentTarget.value })}
        />
      )}
    </>
  );
}
