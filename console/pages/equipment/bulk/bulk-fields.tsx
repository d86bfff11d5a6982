import { Text, TextInput } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { type CommandName, commands } from '#contract/commands/commands.ts';
import { Choice } from '../../../parts/choice.tsx';
import { isRecord } from '../../../parts/json.ts';
import { type Draft, draftOf, type JsonSchema, type Problems, readDraft } from '../../../parts/schema-draft.ts';
import { SchemaForm } from '../../../parts/schema-form.tsx';
import { useOptionWords } from '../../../parts/use-option-words.ts';
import { useServerTexts } from '../../../text/use-server-texts.ts';
import { PlainField } from '../../station/commands/command-fields.tsx';
import { commandRows } from '../../station/commands/command-rows.ts';
import { useCommandName } from '../../station/commands/use-command-name.ts';
import { type BulkName, wholeFields } from './bulk-commands.ts';
import type { BulkAsk } from './bulk-rows.ts';

/** All that may be typed, whichever form is shown. */
export type BulkDraft = {
  fields: Readonly<Record<string, string>>;
  setting: string;
  value: string;
  command: CommandName;
  form: Draft;
};

const first: CommandName = 'get-report';

export function firstDraft(name: BulkName): BulkDraft {
  const fields: Record<string, string> = {};
  if (name !== 'setting' && name !== 'other') {
    for (const field of wholeFields(name)) if (field.kind === 'choice') fields[field.name] = field.options[0] ?? '';
  }
  return { fields, setting: '', value: '', command: first, form: draftOf(schemaOf(first)) };
}

type Read = {
  ask: BulkAsk | null;
  /** What has to be filled in before it can be sent; undefined: all is there. */
  missing: string | undefined;
  problems: Problems;
};

/** What the form comes to. */
export function readBulk(name: BulkName, draft: BulkDraft, t: TFunction): Read {
  if (name === 'setting') {
    const variables = [{ name: draft.setting.trim(), value: draft.value }];
    const missing = draft.setting.trim() === '' ? t('bulk.settingMissing') : undefined;
    return { ask: { name: 'set-variables', input: { variables } }, missing, problems: noProblems };
  }
  if (name === 'other') {
    const { value, problems } = readDraft(schemaOf(draft.command), draft.form);
    const missing = problems.size > 0 ? t('bulk.fieldsMissing') : undefined;
    return { ask: { name: draft.command, input: isRecord(value) ? value : {} }, missing, problems };
  }
  const { command, input } = commandRows[name];
  const filled = { draft: draft.fields, place: {}, card: {}, sessionId: undefined, now: new Date() };
  return { ask: { name: command, input: input(filled) }, missing: undefined, problems: noProblems };
}

type Props = { name: BulkName; draft: BulkDraft; problems: Problems; onChange: (draft: BulkDraft) => void };

export function BulkFields({ name, draft, problems, onChange }: Props) {
  const { t } = useTranslation();
  if (name === 'setting') return <SettingFields draft={draft} onChange={onChange} />;
  if (name === 'other') return <AnyCommand draft={draft} problems={problems} onChange={onChange} />;
  return (
    <>
      <Text size="sm">{t(`station.command.${name}.explain`)}</Text>
      {wholeFields(name).map(
        (field) =>
          (field.kind === 'choice' || field.kind === 'number') && (
            <PlainField
              key={field.name}
              field={field}
              typed={{ draft: draft.fields }}
              onChange={({ draft: fields }) => onChange({ ...draft, fields })}
            />
          ),
      )}
    </>
  );
}

type Fields = Pick<Props, 'draft' | 'onChange'>;

function SettingFields({ draft, onChange }: Fields) {
  const { t } = useTranslation();
  const plain = { autoComplete: 'off', spellCheck: false } as const;
  return (
    <>
      <TextInput
        {...plain}
        label={t('bulk.setting')}
        description={t('bulk.settingHelp')}
        maxLength={210}
        data-autofocus
        value={draft.setting}
        onChange={({ currentTarget }) => onChange({ ...draft, setting: currentTarget.value })}
      />
      <TextInput
        {...plain}
        label={t('station.configuration.value')}
        maxLength={2500}
        value={draft.value}
        onChange={({ currentTarget }) => onChange({ ...draft, value: currentTarget.value })}
      />
    </>
  );
}

/** Any command of the table, by a form made from its schema. */
function AnyCommand({ draft, problems, onChange }: Fields & Pick<Props, 'problems'>) {
  const { t, i18n } = useTranslation();
  const nameOf = useCommandName();
  const texts = useServerTexts();
  const wordOf = useOptionWords();
  const options = (Object.keys(commands) as CommandName[])
    .map((value) => ({ value, label: nameOf(value) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, i18n.language));
  return (
    <>
      <Choice
        label={t('bulk.command')}
        value={draft.command}
        options={options}
        onChange={(command) => onChange({ ...draft, command, form: draftOf(schemaOf(command)) })}
      />
      <SchemaForm
        schema={texts.schema(schemaOf(draft.command))}
        wordOf={wordOf}
        draft={draft.form}
        problems={problems}
        onChange={(form) => onChange({ ...draft, form })}
      />
    </>
  );
}

const noProblems: Problems = new Map();
const schemas = new Map<CommandName, JsonSchema>();

function schemaOf(command: CommandName): JsonSchema {
  const known = schemas.get(command) ?? (z.toJSONSchema(commands[command].input, { io: 'input' }) as JsonSchema);
  schemas.set(command, known);
  return known;
}
