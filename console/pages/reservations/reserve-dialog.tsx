import { Select, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reservationApi } from '#contract/api/reservations.ts';
import { tokenApi } from '#contract/api/tokens.ts';
import { ApiProblem, call } from '../../live/call.ts';
import { useBoard } from '../../live/live-provider.tsx';
import { useBlockedDrivers, useCards, useDriverNames } from '../../live/queries.ts';
import { Choice } from '../../parts/choice.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { StationField } from '../../parts/station-field.tsx';
import { useTell } from '../../parts/told.tsx';
import { fromLocalTime } from '../../text/local-time.ts';
import { standingOf } from '../access/standing.ts';

type Props = { onClose: () => void; onReserved: () => void };

/** Keeps a place for a card. The station's own answer is told. */
export function ReserveDialog({ onClose, onReserved }: Props) {
  const { t } = useTranslation();
  const tell = useTell();
  const queries = useQueryClient();
  const { stations } = useBoard();
  const [stationId, setStationId] = useState('');
  const [evse, setEvse] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const [card, setCard] = useState('');
  const people = usePeople();
  const [begins, setBegins] = useState('');
  const [minutes, setMinutes] = useState('30');
  const station = stations.find(({ id }) => id === stationId.trim());
  const evses = [...new Set(station?.connectors.map(({ evseId }) => evseId).filter((evseId) => evseId > 0))];
  const reserve = useMutation({
    mutationFn: async () => {
      const tokenId = chosen ?? (await knownCard(card.trim()));
      const startsAt = fromLocalTime(begins);
      return call(reservationApi.create, {
        body: {
          stationId: stationId.trim(),
          tokenId,
          minutes: Number(minutes),
          ...(evse === '' ? {} : { evseId: Number(evse) }),
          ...(startsAt === null ? {} : { startsAt }),
        },
      });
    },
    onSuccess: async ({ status, stationId: where }) => {
      tell(t(`reservations.told.${status}`, { station: where }));
      await queries.invalidateQueries({ queryKey: ['reservations'] });
      onReserved();
      onClose();
    },
  });
  const isUnknownCard = reserve.error instanceof ApiProblem && reserve.error.code === unknownCard;
  const whyNot =
    stationId.trim() === ''
      ? t('try.needStation')
      : chosen === null && card.trim() === ''
        ? t('reservations.needWhom')
        : /^[1-9]\d{0,3}$/.test(minutes.trim()) && Number(minutes) <= 1440
          ? undefined
          : t('reservations.needMinutes');
  return (
    <FormDialog
      title={t('reservations.addTitle')}
      isOpen
      onClose={onClose}
      onSubmit={() => reserve.mutate()}
      submit={t('reservations.submit')}
      isSending={reserve.isPending}
      problem={isUnknownCard ? null : reserve.error}
      whyNot={whyNot}
    >
      <StationField
        value={stationId}
        onChange={(id) => {
          setStationId(id);
          setEvse('');
        }}
      />
      <Choice
        label={t('tariff.evse')}
        value={evse}
        options={[
          { value: '', label: t('reservations.anyEvse') },
          ...evses.map((evseId) => ({ value: String(evseId), label: String(evseId) })),
        ]}
        onChange={setEvse}
      />
      <Select
        label={t('reservations.whom')}
        description={t('reservations.whomHelp')}
        data={people}
        value={chosen}
        searchable
        clearable
        limit={50}
        nothingFoundMessage={t('reservations.whomNone')}
        onChange={setChosen}
      />
      {chosen === null && (
        <TextInput
          label={t('reservations.orNumber')}
          description={t('try.cardHelp')}
          maxLength={255}
          autoComplete="off"
          spellCheck={false}
          value={card}
          error={isUnknownCard ? t('tokens.notFound') : null}
          onChange={({ currentTarget }) => {
            setCard(currentTarget.value);
            reserve.reset();
          }}
        />
      )}
      <div className="form-row">
        <TextInput
          type="datetime-local"
          label={t('tariff.try.begins')}
          description={t('try.whenHelp')}
          value={begins}
          onChange={({ currentTarget }) => setBegins(currentTarget.value)}
        />
        <TextInput
          label={t('reservations.minutes')}
          description={t('reservations.minutesHelp')}
          inputMode="numeric"
          value={minutes}
          onChange={({ currentTarget }) => setMinutes(currentTarget.value)}
        />
      </div>
    </FormDialog>
  );
}

/** Every card that may charge, by whose it is. */
function usePeople(): { value: string; label: string }[] {
  const names = useDriverNames();
  const blocked = useBlockedDrivers();
  return useCards()
    .filter((card) => standingOf(card, blocked.has(card.driverId ?? '')) === 'good')
    .map(({ id, label, driverId, note }) => {
      const whose = driverId === null ? note : names?.get(driverId);
      return { value: id, label: whose === null || whose === undefined ? label : `${whose} · ${label}` };
    })
    .toSorted((one, other) => one.label.localeCompare(other.label));
}

const unknownCard = 'UNKNOWN_CARD';

/** Its hash; a card that nobody entered is told apart from a station that is not there. */
async function knownCard(value: string): Promise<string> {
  try {
    return (await call(tokenApi.find, { body: { value } })).id;
  } catch (thrown) {
    const isUnknown = thrown instanceof ApiProblem && thrown.code === 'NOT_FOUND';
    throw isUnknown ? new ApiProblem(unknownCard, thrown.message, { cause: thrown }) : thrown;
  }
}
