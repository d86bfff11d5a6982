import { Select, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { reservationApi } from '#contract/api/reservations.ts';
import { ApiProblem, call } from '../../api/call.ts';
import { useBoard } from '../../live/live-provider.tsx';
import { Choice } from '../../parts/choice.tsx';
import { DayAndTimeField } from '../../parts/date-field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { StationField } from '../../parts/station-field.tsx';
import { useChange } from '../../parts/use-change.ts';
import { useDraft } from '../../parts/use-draft.ts';
import { fromLocalTime } from '../../text/local-time.ts';
import { knownCard, unknownCard, usePeople } from '../access/find-card.ts';

type Props = { onClose: () => void; onReserved: () => void };

/** Keeps a place for a card. The station's own answer is told. */
export function ReserveDialog({ onClose, onReserved }: Props) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { stations } = useBoard();
  const { draft, change, text, choice } = useDraft({
    stationId: '',
    evse: '',
    card: '',
    begins: '',
    minutes: '30',
    chosen: null as string | null,
  });
  const [stationId, card, minutes] = [draft.stationId.trim(), draft.card.trim(), draft.minutes.trim()];
  const station = stations.find(({ id }) => id === stationId);
  const evses = [...new Set(station?.connectors.map(({ evseId }) => evseId).filter((evseId) => evseId > 0))];
  const reserve = useChange({
    send: async () => {
      const tokenId = draft.chosen ?? (await knownCard(card));
      const startsAt = fromLocalTime(draft.begins);
      return call(reservationApi.create, {
        body: {
          stationId,
          tokenId,
          minutes: Number(minutes),
          ...(draft.evse === '' ? {} : { evseId: Number(draft.evse) }),
          ...(startsAt === null ? {} : { startsAt }),
        },
      });
    },
    said: ({ status, stationId: where }) => t(`reservations.told.${status}`, { station: where }),
    onDone: async () => {
      await queries.invalidateQueries({ queryKey: ['reservations'] });
      onReserved();
      onClose();
    },
  });
  const isUnknownCard = reserve.error instanceof ApiProblem && reserve.error.code === unknownCard;
  const isDuration = /^[1-9]\d{0,3}$/.test(minutes) && Number(minutes) <= 1440;
  const whyNot =
    stationId === ''
      ? t('try.needStation')
      : draft.chosen === null && card === ''
        ? t('reservations.needWhom')
        : isDuration
          ? undefined
          : t('reservations.needMinutes');
  return (
    <FormDialog
      title={t('reservations.addTitle')}
      submit={t('reservations.submit')}
      save={{ ...reserve, error: isUnknownCard ? null : reserve.error }}
      onClose={onClose}
      whyNot={whyNot}
    >
      <StationField value={draft.stationId} onChange={(id) => change({ stationId: id, evse: '' })} />
      <Choice
        label={t('tariff.evse')}
        none={t('reservations.anyEvse')}
        options={evses.map((evseId) => ({ value: String(evseId), label: String(evseId) }))}
        {...choice('evse')}
      />
      <Select
        label={t('reservations.whom')}
        description={t('reservations.whomHelp')}
        data={usePeople()}
        searchable
        clearable
        limit={50}
        nothingFoundMessage={t('reservations.whomNone')}
        {...choice('chosen')}
      />
      {draft.chosen === null && (
        <TextInput
          label={t('reservations.orNumber')}
          description={t('try.cardHelp')}
          maxLength={255}
          autoComplete="off"
          spellCheck={false}
          value={draft.card}
          error={isUnknownCard ? t('tokens.notFound') : null}
          onChange={({ currentTarget }) => {
            change({ card: currentTarget.value });
            reserve.reset();
          }}
        />
      )}
      <div className="form-row">
        <DayAndTimeField label={t('tariff.try.begins')} description={t('try.whenHelp')} {...choice('begins')} />
        <TextInput
          label={t('reservations.minutes')}
          description={t('reservations.minutesHelp')}
          inputMode="numeric"
          {...text('minutes')}
        />
      </div>
    </FormDialog>
  );
}
