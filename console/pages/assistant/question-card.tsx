import { Button, Checkbox, Group, NumberInput, Stack, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { assistantApi } from '#contract/api/assistant.ts';
import { call } from '../../api/call.ts';
import { Choice } from '../../parts/choice.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { useChange } from '../../parts/use-change.ts';
import type { Entry } from './entries.ts';
import { type Field, fieldsIn, firstValues, missingIn, type Values, wantedValues } from './question-fields.ts';

type Props = { entry: Extract<Entry, { kind: 'form' }>; conversationId: string };
type Answer = { action: 'accept'; content: Values } | { action: 'decline' };

/** What a server asks before it goes on with a call: a form, or a page to be visited. */
export function QuestionCard({ entry: { question, action }, conversationId: id }: Props) {
  const { t } = useTranslation();
  const headingId = useId();
  const fields = fieldsIn(question.schema);
  const [values, setValues] = useState(() => firstValues(fields));
  const answer = useChange({
    send: (body: Answer) => call(assistantApi.answer, { params: { id, questionId: question.id }, body }),
    touches: ['assistant'],
  });
  const missing = missingIn(fields, values);
  return (
    <section className="assistant-card" aria-labelledby={headingId}>
      <h3 id={headingId}>{t('assistant.form.title')}</h3>
      {question.isForeign && (
        <p className="assistant-note">{t('assistant.form.foreign', { server: question.server })}</p>
      )}
      <p>{question.message}</p>
      {question.url !== null && <code className="markdown-address">{question.url}</code>}
      {action === 'waiting' ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (missing === null) answer.mutate({ action: 'accept', content: wantedValues(fields, values) });
          }}
        >
          <Stack gap="sm">
            {fields.map((field) => (
              <FieldInput
                key={field.name}
                field={field}
                value={values[field.name]}
                onChange={(value) => setValues({ ...values, [field.name]: value })}
              />
            ))}
            {answer.error !== null && <ProblemNote problem={answer.error} />}
            <Group gap="sm">
              <Button
                type="submit"
                size="compact-md"
                fz="sm"
                loading={answer.isPending}
                data-disabled={missing !== null}
              >
                {t('assistant.form.send')}
              </Button>
              <Button
                size="compact-md"
                fz="sm"
                variant="subtle"
                color="red"
                onClick={() => answer.mutate({ action: 'decline' })}
              >
                {t('assistant.form.decline')}
              </Button>
              {missing !== null && <span className="quiet">{t('assistant.form.missing', { field: missing })}</span>}
            </Group>
          </Stack>
        </form>
      ) : (
        <p className="assistant-card-done">{t(`assistant.form.answered.${action}`)}</p>
      )}
    </section>
  );
}

type InputProps = {
  field: Field;
  value: string | number | boolean | undefined;
  onChange: (value: string | number | boolean) => void;
};

function FieldInput({
  field: { title: label, description, kind, options, isRequired, min, max },
  value,
  onChange,
}: InputProps) {
  const { t } = useTranslation();
  const common = { label, description, required: isRequired };
  if (options.length > 0)
    return (
      <Choice
        label={label}
        description={description ?? ''}
        value={String(value ?? '')}
        none={t('assistant.form.none')}
        options={options}
        onChange={onChange}
      />
    );
  if (kind === 'boolean')
    return (
      <Checkbox
        {...common}
        checked={value === true}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    );
  if (kind === 'number' || kind === 'integer')
    return (
      <NumberInput
        {...common}
        value={typeof value === 'number' ? value : ''}
        allowDecimal={kind === 'number'}
        {...(min !== undefined && { min })}
        {...(max !== undefined && { max })}
        onChange={(typed) => onChange(typed)}
      />
    );
  return (
    <TextInput
      {...common}
      value={String(value ?? '')}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
