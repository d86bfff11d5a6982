import { NativeSelect } from '@mantine/core';

type Option<Value> = { value: Value; label: string };
type Props<Value extends string> = {
  label: string;
  description?: string;
  value: Value;
  options: readonly Option<Value>[];
  /** What stands first, for none of them: an empty value. */
  none?: string;
  onChange: (value: Value) => void;
};

/** One of a few; the browser's own list, which every keyboard and phone knows. */
export function Choice<Value extends string>({ label, description, value, options, none, onChange }: Props<Value>) {
  const all: Option<string>[] = [...(none === undefined ? [] : [{ value: '', label: none }]), ...options];
  if (value !== '' && !all.some((option) => option.value === value)) all.push({ value, label: value });
  return (
    <NativeSelect
      label={label}
      description={description}
      value={value}
      data={all}
      onChange={({ currentTarget }) => onChange(currentTarget.value as Value)}
    />
  );
}

export function byName(things: readonly { id: string; name: string }[] | undefined): Option<string>[] {
  return (things ?? []).map(({ id, name }) => ({ value: id, label: name }));
}
