import { TextInput } from '@mantine/core';
import { timeOfDay } from '../text/time-of-day.ts';

type Props = { label: string; isLabelHidden?: boolean; value: string; onChange: (value: string) => void };

/** A time of day in 24 hours, whatever the browser's own fields would make of it; "6" and "2230" are understood. */
export function TimeField({ label, isLabelHidden = false, value, onChange }: Props) {
  return (
    <TextInput
      {...(isLabelHidden ? { 'aria-label': label, w: '5.5rem' } : { label })}
      placeholder="22:00"
      maxLength={5}
      autoComplete="off"
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onBlur={() => onChange(timeOfDay(value) ?? value)}
    />
  );
}
