import { CloseButton, Kbd, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchIcon } from './icons.tsx';
import './search-box.css';

type Props = { value: string; label: string; hint: string; onChange: (value: string) => void };

/** Reached by "/" from anywhere on the page, emptied by Escape. */
export function SearchBox({ value, label, hint, onChange }: Props) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(value); // the address bar follows the typing, never the other way while one types
  useEffect(() => setTyped(value), [value]);
  useHotkeys([['/', () => input.current?.focus()]]);

  function type(text: string) {
    setTyped(text);
    onChange(text);
  }

  return (
    <TextInput
      ref={input}
      className="search-box"
      type="search"
      role="searchbox"
      maxLength={100}
      aria-label={label}
      placeholder={hint}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') type('');
      }}
      leftSection={<SearchIcon />}
      rightSection={
        typed === '' ? (
          <Kbd size="xs" aria-hidden="true">
            /
          </Kbd>
        ) : (
          <CloseButton size="sm" aria-label={t('equipment.searchClear')} onClick={() => type('')} />
        )
      }
    />
  );
}
