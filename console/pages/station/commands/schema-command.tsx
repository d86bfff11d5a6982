import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { type CommandName, commands } from '#contract/commands/commands.ts';
import type { Station } from '#contract/stations/station.ts';
import { unlessBlocked } from '../../../parts/blocked.ts';
import { Dialog } from '../../../parts/form-dialog.tsx';
import { isRecord } from '../../../parts/json.ts';
import { ProblemNote } from '../../../parts/problem-note.tsx';
import { type Draft, draftOf, type JsonSchema, readDraft } from '../../../parts/schema-draft.ts';
import { SchemaForm } from '../../../parts/schema-form.tsx';
import { useOptionWords } from '../../../parts/use-option-words.ts';
import { useServerTexts } from '../../../text/use-server-texts.ts';
import { CommandSteps } from './command-steps.tsx';
import { useAsk } from './use-ask.ts';
import { useCommandName } from './use-command-name.ts';
import { useWhyNotCommand } from './use-why-not-command.ts';

type Props = {
  station: Station;
  command: CommandName;
  /** What stands in the form at first. */
  input?: Record<string, unknown>;
};

/** Any command of the table: a form made from the schema of its input, and under it how far the command is. */
export function SchemaCommand({ station, command, input }: Props) {
  const { t } = useTranslation();
  const texts = useServerTexts();
  const wordOf = useOptionWords();
  const schema = useMemo(() => z.toJSONSchema(commands[command].input, { io: 'input' }) as JsonSchema, [command]);
  const [draft, setDraft] = useState<Draft>(() => draftOf(schema, input));
  const [why, setWhy] = useState('');
  const [isTried, setIsTried] = useState(false);
  const { ask, isPending, data, error, effect } = useAsk(station.id);
  const whyNot = useWhyNotCommand(station);
  const { value, problems } = readDraft(schema, draft);
  const send = () => {
    setIsTried(true);
    if (problems.size > 0 || whyNot !== undefined) return;
    ask({ name: command, input: isRecord(value) ? value : {}, why: why.trim() === '' ? undefined : why.trim() });
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Stack gap="md">
        <SchemaForm
          schema={texts.schema(schema)}
          wordOf={wordOf}
          draft={draft}
          problems={isTried ? problems : noProblems}
          onChange={setDraft}
        />
        <TextInput
          label={t('station.command.why')}
          maxLength={300}
          autoComplete="off"
          value={why}
          onChange={({ currentTarget }) => setWhy(currentTarget.value)}
        />
        {error !== null && <ProblemNote problem={error} />}
        {(isPending || data !== undefined) && <CommandSteps name={command} record={data} effect={effect} />}
        {data !== undefined && <AnswerBody answer={data.outcome?.answer} />}
        <Group justify="flex-end" gap="sm">
          {whyNot !== undefined && <span className="form-why-not">{whyNot}</span>}
          <Button type="submit" loading={isPending} {...unlessBlocked(whyNot)}>
            {t('station.commands.send')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const noProblems = new Map<string, never>();

/** What came back beside the status, as it came. */
export function AnswerBody({ answer = {} }: { answer?: Record<string, unknown> | undefined }) {
  if (Object.keys(answer).length === 0) return null;
  return <pre className="raw-json">{JSON.stringify(answer, null, 2)}</pre>;
}

/** The same in a dialog. */
export function SchemaCommandDialog({ onClose, ...props }: Props & { onClose: () => void }) {
  const nameOf = useCommandName();
  return (
    <Dialog title={`${nameOf(props.command)} · ${props.station.id}`} onClose={onClose} size="lg">
      <SchemaCommand {...props} />
    </Dialog>
  );
}
