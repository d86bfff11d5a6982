import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CommandName, commands, isCommandName } from '#contract/commands/commands.ts';
import type { Station } from '#contract/stations/station.ts';
import { unlessBlocked } from '../../parts/blocked.ts';
import { Card } from '../../parts/card.tsx';
import { isRecord, parsedJson } from '../../parts/json.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { useAdministers } from '../../parts/use-administers.ts';
import { CommandSteps } from './commands/command-steps.tsx';
import { AnswerBody, SchemaCommand } from './commands/schema-command.tsx';
import { useAsk } from './commands/use-ask.ts';
import { useCommandName } from './commands/use-command-name.ts';
import { useWhyNotCommand } from './commands/use-why-not-command.ts';

const route = getRouteApi('/equipment/$id');
const names = Object.keys(commands) as CommandName[];

/** Everything that can be asked of a station, whatever its version; and below it any message of OCPP. */
export function CommandsTab({ station }: { station: Station }) {
  const { t, i18n } = useTranslation();
  const { command = 'trigger', search = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const nameOf = useCommandName();
  const wanted = search.trim().toLowerCase();
  const shown = [...names, 'raw' as const]
    .filter((name) => `${name} ${nameOf(name)}`.toLowerCase().includes(wanted))
    .toSorted((one, other) => nameOf(one).localeCompare(nameOf(other), i18n.language));
  const set = (part: { command?: string; search?: string | undefined }) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true });
  return (
    <div className="commands-tab">
      <nav className="card command-list" aria-label={t('station.commands.list')}>
        <SearchBox
          value={search}
          label={t('station.commands.search')}
          hint={t('station.commands.search')}
          onChange={(text) => set({ search: text === '' ? undefined : text })}
        />
        <ul>
          {shown.map((name) => (
            <li key={name}>
              <button
                type="button"
                aria-current={name === command ? 'true' : undefined}
                onClick={() => set({ command: name })}
              >
                {nameOf(name)}
              </button>
            </li>
          ))}
        </ul>
        {shown.length === 0 && <p className="quiet">{t('station.commands.none')}</p>}
      </nav>
      <Card title={nameOf(command)}>
        {isCommandName(command) ? (
          <SchemaCommand key={command} station={station} command={command} />
        ) : (
          <RawMessage station={station} />
        )}
      </Card>
    </div>
  );
}

/** Any message of the station's version, as it goes over the wire; the server checks it before it leaves. */
function RawMessage({ station }: { station: Station }) {
  const { t } = useTranslation();
  const administers = useAdministers();
  const [action, setAction] = useState('');
  const [payload, setPayload] = useState('{}');
  const { ask, isPending, data, error, effect } = useAsk(station.id);
  const read = parsedJson(payload);
  const commandProblem = useWhyNotCommand(station);
  const whyNot =
    commandProblem ??
    (administers ? undefined : t('station.whyNot.administrator')) ??
    (/^[A-Za-z0-9]{1,60}$/.test(action.trim()) ? undefined : t('station.commands.needAction')) ??
    (isRecord(read) ? undefined : t('station.commands.needJson'));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (whyNot === undefined && isRecord(read)) ask({ name: 'raw', action: action.trim(), input: read });
      }}
    >
      <Stack gap="md">
        <p className="quiet">{t('station.commands.rawHelp')}</p>
        <TextInput
          label={t('station.commands.action')}
          placeholder="TriggerMessage"
          autoComplete="off"
          spellCheck={false}
          value={action}
          onChange={({ currentTarget }) => setAction(currentTarget.value)}
        />
        <Textarea
          label={t('station.commands.payload')}
          className="mono"
          autosize
          minRows={4}
          spellCheck={false}
          value={payload}
          onChange={({ currentTarget }) => setPayload(currentTarget.value)}
        />
        {error !== null && <ProblemNote problem={error} />}
        {(isPending || data !== undefined) && <CommandSteps name="raw" record={data} effect={effect} />}
        {data !== undefined && <AnswerBody answer={data.outcome?.answer} />}
        <Group justify="flex-end" gap="sm">
          <span className="form-why-not">{whyNot}</span>
          <Button type="submit" loading={isPending} {...unlessBlocked(whyNot)}>
            {t('station.commands.send')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
