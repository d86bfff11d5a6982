import { ActionIcon, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dateText, dayAndTimeOf, dayOf } from '../text/typed-date.ts';
import { CalendarIcon } from './icons.tsx';
import './date-field.css';

type Props = {
  label: string;
  description?: string | undefined;
  className?: string;
  isRequired?: boolean;
  error?: string | null;
  /** As a browser's own field holds it: `2026-03-01`, with a time `2026-03-01T21:00`; none is empty. */
  value: string;
  onChange: (value: string) => void;
};

const kinds = {
  day: { type: 'date', read: dayOf, example: '2026-12-31' },
  time: { type: 'datetime-local', read: dayAndTimeOf, example: '2026-12-31T18:30' },
} as const;

export function DayField(props: Props) {
  return <DateField {...props} kind="day" />;
}

export function DayAndTimeField(props: Props) {
  return <DateField {...props} kind="time" />;
}

/** Typed in the language of the console and in 24 hours, where a browser's own field follows the browser; its calendar is one button away. */
function DateField({
  kind,
  label,
  description,
  className = '',
  isRequired = false,
  error = null,
  value,
  onChange,
}: Props & { kind: keyof typeof kinds }) {
  const { t, i18n } = useTranslation();
  const { type, read, example } = kinds[kind];
  const shown = dateText(value, i18n.language);
  const [typed, setTyped] = useState(shown);
  const calendar = useRef<HTMLInputElement>(null);
  useEffect(() => {
    setTyped((before) => (before !== '' && read(before, i18n.language) === value ? before : shown));
  }, [shown, value, read, i18n.language]);
  const isUnreadable = typed.trim() !== '' && read(typed, i18n.language) === null;

  function commit(text: string) {
    const next = text.trim() === '' ? '' : read(text, i18n.language);
    if (next !== null && next !== value) onChange(next);
  }

  /** "2026-03-1" is on the way to the 12th: what is typed counts once it is whole, or when the field is left. */
  function write(text: string) {
    setTyped(text);
    const next = read(text, i18n.language);
    if (text === '' || (next !== null && dateText(next, i18n.language) === text)) commit(text);
  }

  return (
    <div className={`date-field ${className}`}>
      <TextInput
        label={label}
        description={description}
        required={isRequired}
        autoComplete="off"
        placeholder={dateText(example, i18n.language)}
        value={typed}
        error={isUnreadable ? t('form.notADate', { example: dateText(example, i18n.language) }) : error}
        onChange={({ currentTarget }) => write(currentTarget.value)}
        onBlur={() => {
          commit(typed);
          setTyped(shown);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          if (isUnreadable) event.preventDefault(); // nothing is sent beside what cannot be read
          commit(typed);
        }}
        rightSection={
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={t('form.calendar')}
            onClick={() => calendar.current?.showPicker()}
          >
            <CalendarIcon />
          </ActionIcon>
        }
      />
      <input
        ref={calendar}
        className="date-field-calendar"
        type={type}
        tabIndex={-1}
        aria-hidden="true"
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </div>
  );
}
