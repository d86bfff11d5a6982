import { NativeSelect } from '@mantine/core';

type Option = { value: string; label: string };
type Props = {
  label: string;
  description?: string;
  value: string;
  options: readonly Option[];
  onChange: (value: string) => void;
};

/** One of a few; the browser's own list, which every keyboard and phone knows. */
export function Choice({ label, description, value, options, onChange }: Props) {
  const isOffered = options.some((option) => option.value === value);
  const all = isOffered || value === '' ? options : [...options, { value, label: value }];
  return (
    <NativeSelect
      label={label}
      description={description}
      value={value}
      data={all}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
