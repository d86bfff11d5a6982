import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOutcomes } from '#contract/word-lists.ts';
import { Choice } from '../../parts/choice.tsx';
import { DayAndTimeField } from '../../parts/date-field.tsx';
import { fromLocalTime, toLocalTime } from '../../text/local-time.ts';
import type { StationFilter } from './station-filter.ts';

const route = getRouteApi('/equipment/$id');
const typingRestMs = 400;

/** Which messages are shown. All of it stands in the address, so that a link shows a colleague the same. */
export function MessageFilters({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { action, caller, outcome, since, until, text } = route.useSearch();
  const navigate = route.useNavigate();
  const actions = useId();
  const [typedAction, setTypedAction] = useState(action ?? '');
  const [typedText, setTypedText] = useState(text ?? '');
  const set = (part: Partial<StationFilter>) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true });
  const choose = (name: string) => set({ action: given(name) });
  const search = useDebouncedCallback((words: string) => set({ text: given(words) }), typingRestMs);
  return (
    <div className="filter-row">
      <TextInput
        label={t('station.messages.action')}
        placeholder="StatusNotification"
        list={actions}
        maxLength={60}
        autoComplete="off"
        spellCheck={false}
        value={typedAction}
        onChange={({ currentTarget: { value } }) => {
          setTypedAction(value);
          if (value === '' || usualActions.includes(value)) choose(value);
        }}
        onBlur={() => choose(typedAction)}
        onKeyDown={({ key }) => key === 'Enter' && choose(typedAction)}
      />
      <datalist id={actions}>
        {usualActions.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
      <TextInput
        label={t('station.messages.text')}
        placeholder={t('station.messages.textHint')}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        value={typedText}
        onChange={({ currentTarget: { value } }) => {
          setTypedText(value);
          search(value);
        }}
      />
      <Choice
        label={t('station.messages.caller')}
        none={t('station.messages.both')}
        value={caller ?? ''}
        options={(['station', 'system'] as const).map((value) => ({
          value: value as string,
          label: t(`station.messages.from.${value}`),
        }))}
        onChange={(value) => set({ caller: value === '' ? undefined : (value as 'station' | 'system') })}
      />
      <Choice
        label={t('station.messages.outcome')}
        none={t('station.messages.any')}
        value={outcome ?? ''}
        options={messageOutcomes.map((value) => ({
          value: value as string,
          label: t(`station.messages.said.${value}`),
        }))}
        onChange={(value) => set({ outcome: value === '' ? undefined : (value as StationFilter['outcome']) })}
      />
      <DayAndTimeField
        label={t('station.messages.since')}
        value={toLocalTime(since ?? null)}
        onChange={(value) => set({ since: fromLocalTime(value) ?? undefined })}
      />
      <DayAndTimeField
        label={t('station.messages.until')}
        value={toLocalTime(until ?? null)}
        onChange={(value) => set({ until: fromLocalTime(value) ?? undefined })}
      />
      {children}
    </div>
  );
}

const usualActions = [
  ...['BootNotification', 'Heartbeat', 'StatusNotification', 'Authorize', 'StartTransaction', 'StopTransaction'],
  ...['MeterValues', 'TransactionEvent', 'NotifyEvent', 'Reset', 'ChangeAvailability', 'SetChargingProfile'],
];

function given(typed: string): string | undefined {
  return typed.trim() === '' ? undefined : typed.trim();
}
